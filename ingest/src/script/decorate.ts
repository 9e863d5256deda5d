// Adds the click id and the page's utm values to what leads to a checkout: links, forms, frames, and the data attributes from which page builders
// make their buttons. They are decorated when the page is ready, and again at the click, because pages change them.
import { checkoutParameters, decorateUrl, fillPlaceholder } from './checkout-url.ts';
import { attempt } from './guard.ts';

interface Written {
  readonly before: string;
  readonly after: string;
}

const LINKS = 'a[href],area[href]';

/** @param onMissed a frame or a button leads to a checkout without the click id */
export function createDecorator(onMissed: () => void) {
  /** What our value of each attribute was before us: a later click id starts from there, and a refusal puts it back. */
  const written = new WeakMap<Attr, Written>();
  let clickId = '';

  const decorated = (address: string) =>
    address && attempt(() => decorateUrl(address, clickId, document.baseURI, location.search), address);

  const parametersOf = (address: string) =>
    attempt(() => checkoutParameters(address, clickId, document.baseURI, location.search), []);

  /** The seller's own value may take the place of the id in a link to a checkout. */
  const carries = (text: string) => text.includes(clickId) || !!parametersOf(text)[0];

  function rewrite(attribute: Attr | null, change: (own: string) => string): void {
    if (!attribute) return;
    const { value } = attribute;
    const known = written.get(attribute);
    const before = known && known.after === value ? known.before : value;
    const after = change(before);
    written.set(attribute, { before, after });
    if (after !== value) attribute.value = after;
  }

  function decorateForm(form: Element, submitter?: Element | null): void {
    const own = (name: string, ofForm: string) =>
      (submitter && submitter.getAttributeNode(name)) || form.getAttributeNode(ofForm);
    const action = own('formaction', 'action');
    const method = own('formmethod', 'method');
    each(form, 'input[type=hidden]', (field) =>
      rewrite(field.getAttributeNode('value'), (value) => fillPlaceholder(value, clickId)),
    );
    if (method && /^post$/i.test(method.value)) rewrite(action, decorated);
    // One that asks with GET drops the query of its address: its fields become the query.
    else if (action && action.value)
      for (const [name, value] of parametersOf(action.value)) putField(form, name, value);
  }

  function putField(form: Element, name: string, value: string): void {
    if (!value) return;
    const field =
      [...form.querySelectorAll('input')].find((input) => input.name === name) ||
      form.appendChild(Object.assign(document.createElement('input'), { type: 'hidden', name }));
    // Set, as what the visitor types is not: it goes before the attribute.
    if (!field.hasAttribute('value')) field.setAttribute('value', '');
    rewrite(field.getAttributeNode('value'), (own) => own || value);
  }

  /** Once, before it loads: until then it shows an empty page of ours, and a second load would disturb the buyer. */
  function decorateFrame(frame: Element): void {
    const source = frame.getAttributeNode('src');
    if (!clickId || !source) return;
    const known = written.get(source);
    // What was seen before and is another one now has just been set.
    if (known ? known.after !== source.value : (frame as HTMLIFrameElement).contentDocument) rewrite(source, decorated);
    else if (!known) {
      rewrite(source, String);
      if (decorated(source.value) !== source.value) onMissed();
    }
  }

  /** The addresses in a text: alone, or in JSON, whose slashes may be escaped. A browser reads '\' as '/'. */
  const decorateText = (text: string) =>
    text.replace(/[^\s"'`<>]+/g, (word) => (/\/\\?\//.test(word) ? decorated(word) : word));

  function decorateElement(element: Element): void {
    if (element.matches(LINKS)) rewrite(element.getAttributeNode('href'), decorated);
    for (const attribute of [...element.attributes]) {
      if (/^data-/.test(attribute.name)) rewrite(attribute, decorateText);
    }
  }

  const each = (root: ParentNode, selector: string, work: (element: Element) => void) => {
    for (const element of [...root.querySelectorAll(selector)]) attempt(() => work(element));
  };

  return {
    decorated,
    isCheckout: (address: string) => !!parametersOf(address)[0],
    use(id: string) {
      clickId = id;
    },
    decorate(root: ParentNode | string): string | undefined {
      if (typeof root === 'string') return decorated(root);
      if (root instanceof Element) decorateElement(root);
      each(root, `${LINKS},[data-href],[data-url],[data-link]`, decorateElement);
      each(root, 'form', decorateForm);
      this.decorateFrames();
    },
    decorateFrames: () => each(document, 'iframe', decorateFrame),

    /** What a click or a submit is about to follow. Returns its address when that leads to a checkout or carries the click id. */
    decorateEvent(event: Event): string | undefined {
      let found: string | undefined;
      let handlers = '';
      const look = (address: string, isFilled = false) => {
        found = found || (isFilled || carries(address) ? address || location.href : '');
      };
      if (event.type === 'submit') {
        const form = event.target as HTMLFormElement;
        const { submitter } = event as SubmitEvent;
        decorateForm(form, submitter);
        look(
          (submitter && submitter.getAttribute('formaction')) || form.getAttribute('action') || '',
          [...form.querySelectorAll('input')].some(({ type, value }) => type === 'hidden' && carries(value)),
        );
      }
      // The way of an event also leads out of shadow trees.
      for (const step of event.composedPath()) {
        if (!(step instanceof Element)) continue;
        decorateElement(step);
        handlers += (step as HTMLElement).onclick || '';
        const address = step.matches(LINKS) && step.getAttribute('href');
        if (address && !/^\s*(#|javascript:)/i.test(address)) look(address);
      }
      // Without the Navigation API nothing says where a script leads; an opened window does.
      const isHidden =
        event.type === 'click' && found === undefined && !('navigation' in window) && !/open\(/.test(handlers);
      if (isHidden && decorateText(handlers) !== handlers) onMissed();
      return found;
    },

    /** Every link, form and attribute as the page wrote it. */
    undo(): void {
      each(document, '*', (element) => {
        for (const attribute of [...element.attributes]) {
          const known = written.get(attribute);
          if (known && attribute.value === known.after) attribute.value = known.before;
        }
      });
    },
  };
}
