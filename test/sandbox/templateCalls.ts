/** Calls shared by the tests of template changes. */
import type { Harness } from './harness';
import { picture } from './images';

export interface Field {
  id?: string;
  label?: string;
}
export type Design = Record<string, unknown> & {
  header: Field;
  rows: Field[][];
  linkRows: Field[];
};
export interface Template {
  id: string;
  name: string;
  type: string;
  pass: string;
  enrollForm: string;
  created: number;
  updated: number;
  error?: string;
}

/** The template calls of a sandbox. */
export function templateCalls(h: Harness) {
  const create = (body: unknown) => h.call<Template>('POST', '/templates', { body });
  const change = (id: string, body: unknown) =>
    h.call<Template>('PATCH', `/templates/${id}`, { body });
  const design = (template: Template) => JSON.parse(template.pass) as Design;
  const make = async (type: string, pass: object = {}, rest: object = {}) => {
    const { status, body } = await create({ name: 'New', type, pass, ...rest });
    expect([status, body.error]).toEqual([201, undefined]);
    return body;
  };
  const patched = async (id: string, pass: object) => {
    const { status, body } = await change(id, { pass });
    expect([status, body.error]).toEqual([200, undefined]);
    return design(body);
  };
  const file = async (purpose: string) => (await h.upload(await picture('png'), { purpose })).body;
  return { create, change, design, make, patched, file };
}
