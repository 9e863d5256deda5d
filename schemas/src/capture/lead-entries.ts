import { fieldOf, isObject } from '../checkouts/fields.ts';
import type { JsonObject } from '../checkouts/json-object.ts';
import { parseNested } from '../privacy/redact.ts';
import { meaningOfLabel } from './lead-labels.ts';

/**
 * The fields of a lead, in the shapes in which form builders send them: names at any depth, objects of a label and a value (`field_data` of Lead Ads,
 * Elementor's `fields`), Typeform's answers with their definition, a list of questions with a list of values, JSON within a text.
 */

export interface LeadEntry {
  /** What it is called: the first that means something goes before the others. */
  readonly labels: readonly string[];
  /** How many of them the sender gave with the value; those behind are names of the path: the last, and the last two. */
  readonly ownLabels: number;
  readonly value: unknown;
  /** The names of the objects around it. */
  readonly path: readonly string[];
}

/** More than any form has; of a longer one the rest is not read. */
export const LEAD_ENTRIES_MAX = 500;
const DEPTH_MAX = 8;

const LABEL_NAMES = [
  'title',
  'label',
  'question',
  'pergunta',
  'name',
  'key',
  'field_name',
  'ref',
  'id',
  'type',
] as const;
const VALUE_NAMES = ['value', 'values', 'answer', 'answers', 'response', 'resposta', 'raw_value', 'user_data'] as const;
const QUESTION_LISTS = [
  'questions',
  'perguntas',
  'headers',
  'header',
  'titles',
  'labels',
  'keys',
  'columns',
  'fields',
] as const;
const VALUE_LISTS = ['values', 'answers', 'respostas', 'responses', 'row', 'data'] as const;

const isOfPair = (name: string): boolean => [...LABEL_NAMES, ...VALUE_NAMES].some((one) => one === name);

/** A place in a list has none. */
export const isName = (part: string): boolean => !/^\d*$/.test(part);

export function leadEntriesOf(body: JsonObject): LeadEntry[] {
  const entries: LeadEntry[] = [];

  function walk(value: unknown, path: readonly string[]): void {
    if (entries.length >= LEAD_ENTRIES_MAX || path.length > DEPTH_MAX) return;
    const nested = typeof value === 'string' ? parseNested(value) : undefined;
    const inner: unknown = nested ?? value;
    if (Array.isArray(inner)) walkList(inner, path);
    else if (!isObject(inner)) put([], inner, path);
    else if (path.length === 0 || !putPair(inner, path)) walkObject(inner, path);
  }

  function walkObject(inner: JsonObject, path: readonly string[]): void {
    const isTypeform = putTypeform(inner, path);
    const lists = putLists(inner, path);
    for (const [name, member] of Object.entries(inner)) {
      if (isTypeform && (name === 'answers' || name === 'definition')) continue;
      if (!lists.has(name)) walk(member, [...path, name]);
    }
  }

  /** A list of plain values is one value: its first. */
  function walkList(list: readonly unknown[], path: readonly string[]): void {
    if (list.some((one) => typeof one === 'object' && one !== null)) {
      for (const [index, one] of list.entries()) walk(one, [...path, String(index)]);
    } else put([], list[0], path);
  }

  /** A name says itself, and with the one above it: 'name' and 'first'. */
  function put(labels: readonly string[], value: unknown, path: readonly string[]): void {
    const names = path.filter(isName);
    const withParent = names.length > 1 ? [names.slice(-2).join(' ')] : [];
    if (entries.length < LEAD_ENTRIES_MAX) {
      entries.push({ labels: [...labels, ...names.slice(-1), ...withParent], ownLabels: labels.length, value, path });
    }
  }

  function putPair(object: JsonObject, path: readonly string[]): boolean {
    const valueName = VALUE_NAMES.find((name) => Object.hasOwn(object, name));
    if (valueName === undefined) return false;
    const value = fieldOf(object, valueName);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    // A lead that is worth something has a 'value' as well.
    if (Object.keys(object).some((name) => !isOfPair(name) && meaningOfLabel(name)?.field === 'email')) return false;
    if (typeof first === 'object' && first !== null) return false;
    put(textsAt(object, LABEL_NAMES), first, path);
    return true;
  }

  /** An answer names its field by id; the definition has its title. */
  function putTypeform(object: JsonObject, path: readonly string[]): boolean {
    const answers = listAt(object, 'answers').filter(isObject);
    if (!answers.some((answer) => isObject(fieldOf(answer, 'field')))) return false;
    const definition = fieldOf(object, 'definition');
    const titles = new Map(
      allFields(isObject(definition) ? listAt(definition, 'fields') : []).map((field) => [
        fieldOf(field, 'id'),
        textsAt(field, ['title']),
      ]),
    );
    for (const answer of answers) {
      const field = fieldOf(answer, 'field');
      const type = fieldOf(answer, 'type');
      if (!isObject(field) || typeof type !== 'string') continue;
      const given = fieldOf(answer, type);
      const labels = [...(titles.get(fieldOf(field, 'id')) ?? []), ...textsAt(field, ['title', 'ref', 'type']), type];
      put(labels, isObject(given) ? fieldOf(given, 'label') : given, [...path, '']);
    }
    return true;
  }

  /** Two lists, questions and values, as a script of Google Forms sends a row. */
  function putLists(object: JsonObject, path: readonly string[]): ReadonlySet<string> {
    for (const question of QUESTION_LISTS) {
      const questions = listAt(object, question);
      if (questions.length === 0 || !questions.every((one) => typeof one === 'string')) continue;
      const name = VALUE_LISTS.find((one) => listAt(object, one).length === questions.length);
      if (name === undefined) continue;
      for (const [index, value] of listAt(object, name).entries()) {
        const first: unknown = Array.isArray(value) ? value[0] : value;
        put([questions[index] as string], first, [...path, '']);
      }
      return new Set([question, name]);
    }
    return new Set();
  }

  walk(body, []);
  return entries;
}

const listAt = (object: JsonObject, name: string): unknown[] => {
  const list = fieldOf(object, name);
  return Array.isArray(list) ? list : [];
};

const textsAt = (object: JsonObject, names: readonly string[]): string[] =>
  names.map((name) => fieldOf(object, name)).filter((text) => typeof text === 'string' && text !== '') as string[];

/** With those of groups (`contact_info`). */
const allFields = (fields: readonly unknown[]): JsonObject[] =>
  fields.filter(isObject).flatMap((field) => {
    const properties = fieldOf(field, 'properties');
    return [field, ...(isObject(properties) ? listAt(properties, 'fields').filter(isObject) : [])];
  });

const KEYS_MAX = 50;
const KEY_LENGTH_MAX = 64;

/** What the fields were called, for who has to name them otherwise: never a value. */
export function keysOf(entries: readonly LeadEntry[], clean: (name: string) => string): string[] {
  const names = entries.map(({ labels, path }) => clean(nameOf(labels, path)));
  return [...new Set(names.map((name) => name.slice(0, KEY_LENGTH_MAX)))]
    .filter((name) => name !== '')
    .slice(0, KEYS_MAX);
}

/** Its place; of a member of a list, which has no name, its label. */
const nameOf = (labels: readonly string[], path: readonly string[]): string =>
  isName(path.at(-1) ?? '') ? path.join('.') : (labels[0] ?? '');
