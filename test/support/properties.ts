import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

/** One property of a node, wherever it is nested, and how to name it in a finding. */
export interface Found {
  path: string;
  property: INodeProperties;
  /** The property or entry it lies in; none at the top. */
  parent?: string;
}

type Entry = INodeProperties | INodePropertyOptions | INodePropertyCollection;

/** Every property of a node: at the top, in collections and in fixed collections. */
export function allProperties(properties: INodeProperties[], parent?: string): Found[] {
  return properties.flatMap((property) => {
    const shown = Object.values(property.displayOptions?.show ?? {})
      .flat()
      .map((value) => JSON.stringify(value))
      .join('.')
      .replaceAll('"', '');
    const path = [parent, `${property.name}${shown && parent === undefined ? `(${shown})` : ''}`]
      .filter(Boolean)
      .join('/');
    return [
      { path, property, parent },
      ...nested(property).flatMap((entry) => allProperties(entry, path)),
    ];
  });
}

function nested({ type, options = [] }: INodeProperties): INodeProperties[][] {
  if (type === 'collection') return [options as INodeProperties[]];
  if (type === 'fixedCollection')
    return (options as INodePropertyCollection[]).map(({ values }) => values);
  return [];
}

/** The choices of an options property. */
export function choicesOf({ type, options = [] }: INodeProperties): INodePropertyOptions[] {
  return type === 'options' || type === 'multiOptions' ? (options as INodePropertyOptions[]) : [];
}

/** The names under which the entries of a list are shown, in order. */
export function shownNames({ options = [] }: INodeProperties): string[] {
  return (options as Entry[]).map((entry) =>
    'displayName' in entry ? entry.displayName : entry.name,
  );
}

/** Words that stay small inside a title. */
const SMALL = new Set('a an and as at by for from if in not of on or the to with'.split(' '));

/** Whether a text is in Title Case, as n8n writes names. */
export function isTitleCase(text: string): boolean {
  // A scope is the service's own word.
  if (/^[a-z]+\.[a-zA-Z]+$/.test(text)) return true;
  const words = text.replace(/[()]/g, '').split(/[\s-]+/);
  return words.every((word, i) => {
    const first = word.charAt(0);
    if (word === 'iPhone' || !/[a-zA-Z]/.test(first)) return true;
    return i > 0 && SMALL.has(word) ? true : first === first.toUpperCase();
  });
}
