import { FIELD_NAMES, type FieldName } from './field-names.ts';

/**
 * What form builders and people call the fields of a lead, in Portuguese and English. A label is compared by its words, without case, accents and
 * punctuation; words that say nothing ('Qual é o seu melhor e-mail?', 'form_fields[email]', 'email-2') are left out, and what remains must be one
 * of these whole: 'Nome da empresa' is no person's name.
 */

export interface LeadForm {
  readonly name: string;
  readonly email: string;
  /** '' when not given, as with all that follow. */
  readonly phone: string;
  readonly clickId: string;
  readonly campaignId: string;
  readonly source: string;
  readonly medium: string;
  /** utm_campaign-like free text. */
  readonly campaign: string;
}

export type LabelledField = keyof LeadForm | 'firstName' | 'lastName' | 'areaCode';

/** The names of the public addresses; those of one word that is known by its parts, too. */
const labelsOf = (field: FieldName): string[] =>
  FIELD_NAMES[field].flatMap((name) => [name.replaceAll('_', ' '), name.replaceAll(/[_ ]/g, '')]);

const WHOLE_NAMES = ['name', 'nome', 'names', 'nomes', 'full name', 'fullname', 'nomecompleto'] as const;
/** A part of a name below the name: 'nome' with 'first' and 'last'. */
const partsOfName = (...parts: readonly string[]): string[] =>
  WHOLE_NAMES.flatMap((name) => parts.map((part) => `${name} ${part}`));

const LABELS = {
  name: [
    ...WHOLE_NAMES,
    ...['name full', 'display name'],
    ...['nome sobrenome', 'name surname', 'first last name', 'chama', 'chamar'],
  ],
  firstName: [
    ...['first name', 'firstname', 'fname', 'given name', 'givenname', 'forename', 'primeiro nome', 'nome first'],
    ...['first names', 'primeironome', 'prenome'],
    ...partsOfName('first', 'primeiro'),
  ],
  lastName: [
    ...['last name', 'lastname', 'lname', 'surname', 'family name', 'familyname', 'sobrenome', 'ultimo nome'],
    ...['last names', 'ultimonome', 'second name'],
    ...partsOfName('last', 'ultimo'),
  ],
  email: [
    ...[
      'email',
      'e mail',
      'mail',
      'emails',
      'email address',
      'e mail address',
      'mail address',
      'emailaddress',
      'useremail',
    ],
    ...['endereco email', 'endereco e mail', 'endereco correio eletronico', 'correio eletronico', 'youremail'],
    ...['endereco eletronico', 'email e mail', 'e mails'],
  ],
  phone: [
    ...[
      'phone',
      'phone number',
      'phonenumber',
      'telephone',
      'telephone number',
      'tel',
      'telefone',
      'fone',
      'telefones',
    ],
    ...[
      'numero telefone',
      'celular',
      'cel',
      'numero celular',
      'cellphone',
      'cell',
      'cell phone',
      'mobile',
      'mobile phone',
    ],
    ...[
      'mobilephone',
      'mobile number',
      'whatsapp',
      'whats',
      'whats app',
      'zap',
      'wpp',
      'numero whatsapp',
      'whatsapp number',
    ],
    ...[
      'telefone celular',
      'telefone whatsapp',
      'celular whatsapp',
      'phone whatsapp',
      'telefone whats',
      'celular whats',
    ],
    ...['telefone celular whatsapp', 'tel cel', 'telefone movel', 'fone celular', 'numero telefone whatsapp', 'phones'],
    ...['numero celular whatsapp', 'whatsapp phone number', 'telefone fixo', 'yourphone', 'phones number'],
  ],
  areaCode: ['ddd', 'area code', 'codigo area', 'phone area', 'telefone area', 'celular area', 'phone area code'],
  clickId: labelsOf('clickId'),
  campaignId: labelsOf('campaignId'),
  source: labelsOf('source'),
  medium: labelsOf('medium'),
  campaign: labelsOf('campaign'),
} as const satisfies Record<LabelledField, readonly string[]>;

/** Words of builders and of sentences around a label. */
const FILLERS = wordSet(
  'your my the a an o as os um uma de do da dos das e é eu seu sua seus suas teu tua meu minha qual quais is what whats s aqui here no na nos nas em para por voce te',
  'como deve devemos podemos posso se quer ser prefere gostaria label digite sem nenhum rotulo sin etiqueta informe insira preencha escreva coloque deixe enter insert fill please favor com and or ou ddd',
  'melhor best principal main primary personal pessoal valido valid completo completa full atual current obrigatorio required optional opcional',
  'field fields input campo campos text textfield et pb cf7 wpcf7 wpforms nf gform acf elementor question pergunta answer resposta value item items',
  'contact contato lead leads user usuario usuaria customer client person pessoa aluno aluna buyer comprador subscriber assinante billing participante visitor interessado',
  'data merges merge attributes properties raw',
);

function wordSet(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}

const partsOf = (label: string): string[] =>
  label
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** 'eMaIl' is one word and 'firstName' may be two. */
const readingsOf = (label: string): string[][] => [
  partsOf(label),
  partsOf(label.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')),
];

const sorted = (words: readonly string[]): string => [...new Set(words)].sort().join(' ');

const BY_WORDS = new Map<string, LabelledField>();
for (const [field, labels] of Object.entries(LABELS)) {
  for (const label of labels) BY_WORDS.set(sorted(label.split(' ')), field as LabelledField);
}

const KNOWN = new Set([...FILLERS, ...[...BY_WORDS.keys()].flatMap((words) => words.split(' '))]);

/** Without the number behind it ('email2'); '' for an id that a builder draws ('field_1a2b3c', 'email-482'). */
function withoutNumber(word: string): string {
  if (KNOWN.has(word) || !/\d/.test(word)) return word;
  const bare = word.replace(/\d+$/, '');
  return KNOWN.has(bare) ? bare : '';
}

/** The 'e' of 'e mail' is no 'e' between two words; 'form_name' is the name of a form, and 'form_fields[name]' is not. */
const isFiller = (word: string, next: string): boolean =>
  word === 'form' ? next.startsWith('field') : FILLERS.has(word) && !(word === 'e' && next === 'mail');

const LABEL_LENGTH_MAX = 200;

export interface LabelMeaning {
  readonly field: LabelledField;
  /** Words that were left out: of two labels of one field, the one with fewer goes first. */
  readonly left: number;
}

/** Undefined for a label of anything else. */
export function meaningOfLabel(label: string): LabelMeaning | undefined {
  if (label.length > LABEL_LENGTH_MAX) return undefined;
  for (const words of readingsOf(label)) {
    const whole = BY_WORDS.get(sorted(words));
    if (whole) return { field: whole, left: 0 };
    const named = words.map(withoutNumber).filter((word) => word !== '');
    const meant = named.filter((word, at) => !isFiller(word, named[at + 1] ?? ''));
    const field = BY_WORDS.get(sorted(named)) ?? BY_WORDS.get(sorted(meant));
    if (field) return { field, left: 1 + words.length - meant.length };
  }
  return undefined;
}

/** What lies below one of these describes something else than the person. */
const OF_OTHERS = wordSet(
  'product products produto produtos company empresa organization organizacao account campaign campanha affiliate afiliado seller vendedor',
  'producer produtor owner agent agente site website tag tags device browser file files course curso plan plano automation segment funnel author admin',
  'friend amigo referral indicacao indicado spouse conjuge responsavel definition settings metadata meta',
);
/** What the page sent to a form, next to what the person typed. */
export const isHidden = (name: string): boolean => /^hidden/i.test(name);
/** These may contain all of the person's fields; a name next to them is their own. */
const WRAPPERS = wordSet('form forms formulario page pagina event evento list lista workflow webhook');

function lastWords(name: string): string[] {
  return readingsOf(name).map((words) => words.map(withoutNumber).findLast((word) => word !== '') ?? '');
}

/** Of the name of an object that contains fields: 'product' and 'company' do, 'form_fields' does not. */
export const isOfSomethingElse = (name: string): boolean => lastWords(name).some((word) => OF_OTHERS.has(word));
export const isWrapper = (name: string): boolean => lastWords(name).some((word) => WRAPPERS.has(word));
