// Redacts what must not be stored at all: tax and card numbers in texts. A text of digits alone is kept: transactions, click ids
// and times look like that. personal-keys.ts finds such numbers by their key.

const CPF = /(?<![\d.-])\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)/g;
/** With letters since 2026. */
const CNPJ = /(?<![\dA-Z.-])[\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\/[\dA-Z]{4}-\d{2}(?!\d)/gi;
/** 'CPF 52998224725', 'cpf=529.982.247-25' */
const NAMED = /\b(cpf|cnpj)(\W{1,4}(?:n[ºo°.]{0,2} ?)?)[\d./-]{11,18}(?![\d-])/gi;
const CARD = /(?<![\d-])(?:\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{1,7}|\d{4}[ -]\d{6}[ -]\d{5})(?![\d-])/g;

/** A CPF with its dots; a card number and the words of NAMED are longer. */
const SHORTEST = 14;

export function replaceDocuments(text: string, mark: string): string {
  if (text.length < SHORTEST || !/\d/.test(text)) return text;
  return text
    .replace(CPF, mark)
    .replace(CNPJ, mark)
    .replace(NAMED, (_, name: string, between: string) => `${name}${between}${mark}`)
    .replace(CARD, (digits) => (isCardNumber(digits) ? mark : digits));
}

/** 13 to 19 digits with Luhn's check digit. */
export function isCardNumber(text: string): boolean {
  const digits = text.replace(/[ -]/g, '');
  if (!/^\d{13,19}$/.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** 11 digits with the register's two check digits. */
export function isCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1+$/.test(digits)) return false;
  const checkDigit = (length: number) => {
    let sum = 0;
    for (let index = 0; index < length; index += 1) sum += Number(digits[index]) * (length + 1 - index);
    return ((sum * 10) % 11) % 10;
  };
  return checkDigit(9) === Number(digits[9]) && checkDigit(10) === Number(digits[10]);
}
