// Adds the click id and the page's utm values to links and forms that lead to a checkout. They are decorated when the page is ready, and again at the
// click, because pages change their links.
import { checkoutParameters, decorateUrl, fillPlaceholder } from './checkout-url.ts';
import { attempt } from './guard.ts';

interface Written {
  readonly before: string;
  readonly after: string;
}

const LINKS = 'a[href],area[href]';

/** The seller's own value may take the place of the id in a link to a checkout. */
const carries = (text: string, clickId: string): boolean =>
  text.indexOf(clickId) >= 0 ||
  attempt(() => checkoutParameters(text, clickId, document.baseURI, '').length > 0, false);

export function createDecorator() {
  /** What our attribute of each element was before us: a later click id starts from there, and a refusal puts it back. */
  const written = new WeakMap<Element, Written>();
  /** Fields that hold nothing but our id. */
  const fields = new WeakSet<Element>();

  function original(element: Element, name: string): string {
    const now = element.getAttribute(name) || '';
    const known = written.get(element);
    return known && known.after === now ? known.before : now;
  }

  function write(element: Element, name: string, before: string, after: string): void {
    if (element.getAttribute(name) === after) return;
    written.set(element, { before, after });
    element.setAttribute(name, after);
  }

  function decorateAddress(element: Element, name: string, clickId: string): void {
    const address = original(element, name);
    if (address) write(element, name, address, decorateUrl(address, clickId, document.baseURI, location.search));
  }

  function decorateForm(form: Element, clickId: string, submitter?: Element | null): void {
    const hasOwn = (name: string) => !!submitter && submitter.hasAttribute(name);
    const [target, name] = hasOwn('formaction') ? [submitter!, 'formaction'] : [form, 'action'];
    const method = hasOwn('formmethod') ? submitter!.getAttribute('formmethod') : form.getAttribute('method');
    for (const field of Array.from(form.querySelectorAll('input[type=hidden][value]'))) {
      const value = original(field, 'value');
      write(field, 'value', value, fillPlaceholder(value, clickId));
    }
    if ((method || '').toLowerCase() === 'post') {
      decorateAddress(target, name, clickId);
      return;
    }
    // One that asks with GET drops the query of its address: its fields become the query.
    const address = target.getAttribute(name) || '';
    for (const [parameter, value] of checkoutParameters(address, clickId, document.baseURI, location.search))
      putField(form, parameter, value);
  }

  function putField(form: Element, name: string, value: string): void {
    const found = Array.from(form.querySelectorAll('input')).find((input) => input.name === name);
    if (!value || (found?.value && !fields.has(found))) return;
    const field = found || document.createElement('input');
    fields.add(field);
    field.value = value;
    if (found) return;
    field.type = 'hidden';
    field.name = name;
    form.appendChild(field);
  }

  const each = (root: ParentNode, selector: string, work: (element: Element) => void) => {
    for (const element of Array.from(root.querySelectorAll(selector))) attempt(() => work(element), undefined);
  };

  return {
    decorate(root: ParentNode, clickId: string): void {
      if (root instanceof Element && root.matches(LINKS)) decorateAddress(root, 'href', clickId);
      each(root, LINKS, (link) => decorateAddress(link, 'href', clickId));
      each(root, 'form', (form) => decorateForm(form, clickId));
    },

    /** What a click or a submit is about to follow. Returns its address when that leads to a checkout or carries the click id. */
    decorateEvent(event: Event, clickId: string): string {
      let found = '';
      const look = (address: string | null, isFilled = false) => {
        if (isFilled || carries(address || '', clickId)) found = address || location.href;
      };
      if (event.type === 'submit') {
        const form = event.target as HTMLFormElement;
        const { submitter } = event as SubmitEvent;
        decorateForm(form, clickId, submitter);
        const inputs = Array.from(form.querySelectorAll('input'));
        look(
          submitter?.getAttribute('formaction') || form.getAttribute('action'),
          inputs.some(({ type, value }) => type === 'hidden' && carries(value, clickId)),
        );
      }
      // The way of an event also leads out of shadow trees.
      for (const step of event.composedPath()) {
        if (!(step instanceof Element && step.matches(LINKS))) continue;
        decorateAddress(step, 'href', clickId);
        look(step.getAttribute('href'));
      }
      return found;
    },

    /** Every link and form as the page wrote it. */
    undo(): void {
      for (const name of ['href', 'action', 'formaction', 'value']) {
        each(document, `[${name}]`, (element) => {
          const known = written.get(element);
          if (known && element.getAttribute(name) === known.after) element.setAttribute(name, known.before);
        });
      }
      each(document, 'input', (input) => {
        if (fields.has(input)) (input as HTMLInputElement).value = '';
      });
    },
  };
}
