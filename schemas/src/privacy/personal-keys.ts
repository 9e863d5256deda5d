// What the key of a field in a webhook body says about its value. Checkouts name the same fields in two languages and three
// spellings: keys are compared without case, accents and separators.

/** What surrounds a value; the innermost word counts. */
export type Place =
  /** The body itself. */
  | 'root'
  /** Anything else. */
  | 'thing'
  /** A buyer: all in it is personal, but for ids, codes, states and countries. */
  | 'person'
  /** What is sold, and who sells it: names in it are kept, and an e-mail in it is no buyer's. */
  | 'offer'
  /** All in it is a register's number. */
  | 'document'
  | 'card'
  /** Where visitors came from: not a person's fields, even inside a person. */
  | 'tracking';

export type Treatment = 'keep' | 'personal' | 'redacted';

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const PERSONS = setOf(`
  buyer customer client cliente comprador payer pagador subscriber assinante student aluno user usuario contact contato person pessoa
  recipient destinatario consumer consumidor member membro guest attendee participante lead holder titular cardholder
  address endereco phone telefone celular mobile
`);
/** As objects only: a text or number under these words is a cost or a kind. */
const PERSON_OBJECTS = setOf(
  'billing shipping delivery entrega personaldata dadospessoais customerdetails billingdetails shippingdetails',
);
const OFFERS = setOf(`
  product produto item iten itens plan plano offer oferta course curso
  producer produtor coproducer coprodutor affiliate afiliado seller vendedor store loja company empresa merchant supplier fornecedor
  owner partner commission comissoes
`);
const TRACKING = setOf('tracking trackingparameters utm utms origin source metadata salemetas trackings');
const CARDS = setOf('card cartao creditcard debitcard cartaocredito cartaodecredito paymentcard cards');

const DOCUMENT_ENDS = [
  'cpf',
  'cnpj',
  'cpfcnpj',
  'cnpjcpf',
  'document',
  'documento',
  'documment',
  'documentnumber',
  'numerodocumento',
  'docnumber',
  'taxid',
  'taxids',
  'taxpayerid',
  'taxnumber',
  'identificationnumber',
  'nationalid',
];
/** What a buyer wrote into fields of the seller's own: often a register's number. */
const WRITTEN = setOf('customfields');
const DOCUMENTS = setOf('doc rg ssn passport passaporte dni nif vat vatnumber socialsecuritynumber');
const CARD_FIELDS = setOf(`
  cardnumber cardno cardpan pan cvv cvc cvv2 cardcvv cardcvc securitycode cardholder cardholdername cardname cardexpiration cardexpiry
  cardexpirationdate cardvalidity cardlast4 cardlastdigits cardlastfour cardlastfourdigits cardlast4digits cardfirstdigits
  cardfirstsixdigits cardbin cardtoken lastfourdigits numerocartao cartaonumero
  holdername truncatedcard
`);
/** Of a card, what says nothing about whose it is. */
const CARD_KEPT = setOf('brand flag bandeira type tipo installments parcelas country issuer');
/** A sender that knows them can send webhooks as the checkout. */
const SECRETS = setOf(`
  hottok token secret webhooksecret webhooktoken apikey apitoken integrationkey accesstoken basicauthentication basicauth chaveunica signature
  authorization password senha clientsecret
`);

const PERSONAL = setOf(`
  fullname firstname lastname fname lname middlename surname sobrenome nomecompleto primeironome nomecliente nomecomprador nomealuno
  cusname username apelido
  cel tel fone ddd ddi mobile clientcel buyercel customercel cuscel custel
  cep zip zipcode postalcode postcode street streetname rua logradouro bairro neighborhood neighbourhood complement complemento
  birthday birthdate dateofbirth datanascimento nascimento dob
  ip ipaddress clientip userip customerip customeripaddress browserip remoteaddr remoteip
  latitude longitude
`);
const NAMES = setOf('name nome');
/** Of a person, what does not say who it is. */
const PERSON_KEPT = setOf(`
  id uuid ucode code codigo type tipo status country countryiso countrycode pais language locale currency createdat updatedat
  sck src xcod sessionid clickid clientid externalid externalcode affiliatecode tags origin
  amount value valor price cost total fee method
`);

export const wordOf = (key: string): string =>
  /^[a-z0-9]*$/.test(key)
    ? key
    : key
        .normalize('NFD')
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '');

/** Where the members of `value` are, when the key of that object or list is `word` inside `place`. */
export function placeBelow(place: Place, word: string): Place {
  if (place === 'document' || place === 'card') return place;
  if (TRACKING.has(word)) return 'tracking';
  if (isDocument(word) || WRITTEN.has(word)) return 'document';
  if (CARDS.has(word)) return 'card';
  const one = word.replace(/s$/, '');
  if (PERSONS.has(word) || PERSONS.has(one) || PERSON_OBJECTS.has(word)) return 'person';
  if (/(address|addresses|phone|endereco)$/.test(word)) return 'person';
  if (OFFERS.has(word) || OFFERS.has(one)) return 'offer';
  return place === 'root' ? 'thing' : place;
}

/** What becomes of a text or number. `nextToEmail`: the same object has an e-mail of its own. */
export function treatmentOf(place: Place, word: string, nextToEmail: boolean): Treatment {
  if (place === 'document') return isKeptOfDocument(word) ? 'keep' : 'redacted';
  if (place === 'card') return CARD_KEPT.has(word) ? 'keep' : 'redacted';
  if (isDocument(word) || CARD_FIELDS.has(word) || SECRETS.has(word)) return 'redacted';
  if (word.includes('email')) return 'personal';
  if (isPersonal(word)) return 'personal';
  if (place === 'tracking') return 'keep';
  if (NAMES.has(word)) {
    return place === 'root' || place === 'person' || (place === 'thing' && nextToEmail) ? 'personal' : 'keep';
  }
  if (place === 'person') return isKeptOfPerson(word) ? 'keep' : 'personal';
  return PERSONS.has(word) ? 'personal' : 'keep';
}

/** Of a register's number, and of what a buyer wrote into fields of the seller's own: its kind, and where the buyer came from. */
const isKeptOfDocument = (word: string): boolean =>
  ['type', 'tipo', 'sck', 'src', 'subid', 'affsub', 'cid'].includes(word) ||
  /^(?:mc)?clickid$|^utm[a-z]+$|^campaignid$/.test(word);

export const isEmailKey = (word: string): boolean => word === 'email' || word === 'mail';
/** What names a conversion, a delivery, a click. */
export const isIdKey = (word: string): boolean =>
  /(id|code|codigo|transaction|order|reference|ref|hash|key)$/.test(word);
export const isPhoneKey = (word: string): boolean =>
  /phone|telefone|celular|whats/.test(word) ||
  ['cel', 'tel', 'fone', 'wpp', 'zap', 'mobile', 'clientcel'].includes(word);

export const isDocument = (word: string): boolean =>
  DOCUMENTS.has(word) || DOCUMENT_ENDS.some((end) => word.endsWith(end));

const isPersonal = (word: string): boolean =>
  PERSONAL.has(word) ||
  isPhoneKey(word) ||
  isPersonsField(word) ||
  /address|endereco|(?:(?:zip|postal)code|(?:full|first|last)name)$/.test(word);

/** 'client_city', 'buyerFullName': a person's fields without a person around them. */
function isPersonsField(word: string): boolean {
  const field = /^(?:buyer|customer|client|cliente|comprador|payer|subscriber|student|aluno|contact)(.+)$/.exec(
    word,
  )?.[1];
  return field !== undefined && !isKeptOfPerson(field);
}

const isKeptOfPerson = (word: string): boolean =>
  PERSON_KEPT.has(word) || word.startsWith('utm') || /(id|amount|value|price|total|fee|currency)$/.test(word);
