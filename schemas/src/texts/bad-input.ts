import type { z } from 'zod';
import { nearestName } from '../primitives/nearest-name.ts';

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

const TYPES: Readonly<Record<string, string>> = {
  string: 'um texto',
  number: 'um número',
  int: 'um número inteiro',
  boolean: 'true ou false',
  array: 'uma lista',
  object: 'um objeto',
  record: 'um objeto',
  date: 'uma data',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'um e-mail válido',
  url: 'um endereço válido, com https://',
  uuid: 'um id válido',
  datetime: 'data e hora, como 2026-11-28T14:30:00Z',
  date: 'uma data, como 2026-11-28',
};

/** What a size counts: of a number, nothing. */
const UNITS: Readonly<Record<string, string>> = {
  string: ' caracteres',
  array: ' itens',
  set: ' itens',
  map: ' itens',
  object: ' campos',
};

/**
 * The sentence of an issue that its schema has no message for. People read it: it names the field and what to enter, and no types of the
 * language, patterns or lists of codes, as Zod's own Portuguese does.
 */
export function sentenceOfIssue(issue: RawIssue): string {
  const field = (issue.path ?? []).join('.');
  if (field === '') return wholeSentence(issue);
  const name = `"${field}"`;
  const isMissing = issue.input === undefined || issue.input === null || issue.input === '';
  switch (issue.code) {
    case 'invalid_type': {
      const type = TYPES[issue.expected];
      if (isMissing) return `Informe ${name}.`;
      return type === undefined ? `${name} não é válido.` : `${name} deve ser ${type}.`;
    }
    case 'invalid_value':
      return isMissing ? `Informe ${name}.` : `${name} não é uma das opções. Veja quais são em /api/docs.`;
    case 'too_small':
      if (isMissing) return `Informe ${name}.`;
      return `${name} deve ${limit(issue.origin, issue.inclusive === false ? 'mais de' : 'pelo menos', issue.minimum)}.`;
    case 'too_big':
      return `${name} deve ${limit(issue.origin, issue.inclusive === false ? 'menos de' : 'no máximo', issue.maximum)}.`;
    case 'invalid_format': {
      const format = FORMATS[issue.format];
      return format === undefined ? `O formato de ${name} não é válido.` : `Informe ${format} em ${name}.`;
    }
    case 'not_multiple_of':
      return `${name} deve ser múltiplo de ${issue.divisor}.`;
    case 'unrecognized_keys':
      return unknownFields(issue.keys);
    default:
      return `${name} não é válido.`;
  }
}

function wholeSentence(issue: RawIssue): string {
  if (issue.code === 'unrecognized_keys') return unknownFields(issue.keys);
  return 'Os dados enviados não têm o formato esperado. Veja /api/docs.';
}

const unknownFields = (keys: readonly string[]) => `Campo desconhecido: ${keys.map((key) => `"${key}"`).join(', ')}.`;

function limit(origin: string, bound: string, size: number | bigint): string {
  const unit = UNITS[origin];
  return unit === undefined ? `ser ${bound} ${size}` : `ter ${bound} ${size}${unit}`;
}

/** Of the names of a query string. */
export const queryTexts = {
  unknown: (name: string, known: readonly string[]): string => {
    const nearest = nearestName(name, known);
    const meant = nearest === undefined ? '' : ` Você quis dizer "${nearest}"?`;
    const others = known.length < 2 ? '' : ` Este endereço conhece: ${known.join(', ')}.`;
    return `Parâmetro desconhecido: "${name.slice(0, SHOWN_MAX)}".${meant}${others}`;
  },
  repeated: (name: string): string => `Informe "${name}" uma vez só: ele aceita um único valor.`,
  empty: (name: string): string => `"${name}" está vazio. Informe um valor ou retire o parâmetro.`,
};

const SHOWN_MAX = 64;
