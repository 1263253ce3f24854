/** Whoever adds an endpoint or an input must read in the error what else to write. */

import { flawsOf, flawsOfForm } from './requestSchemas';

const post = (segments: string[], body: unknown) =>
  flawsOf({ method: 'POST', segments, query: {}, body });
const SENT = { passes: [{ templateId: 't' }], undocumented: 1 };

it('a request to an unknown endpoint names the row to add', () => {
  expect(post(['pass', 'x1', 'undocumented'], {})).toEqual([
    "unknown endpoint: add a row for 'POST /pass/x1/undocumented', with * for an ID, to ENDPOINTS in test/fuzz/requestSchemas.ts, as docs/service.md states it",
  ]);
});

it('a request with an unknown key names the schema to add it to', () => {
  expect(post(['pass'], SENT)).toEqual([
    "body: Unrecognized key(s) in object: 'undocumented': if it is documented, add it to the schema of 'POST /pass' in test/fuzz/requestSchemas.ts, as docs/service.md states it",
  ]);
  expect(flawsOfForm({ undocumented: 1 })).toEqual([
    "form: Unrecognized key(s) in object: 'undocumented': if it is documented, add it to FORM_FIELDS in test/fuzz/requestSchemas.ts, as docs/service.md states it",
  ]);
});

it('a flaw of a known key names only the flaw', () => {
  expect(post(['pass'], { passes: [{ templateId: '' }] })).toEqual([
    'body.passes.0.templateId: is empty or blank',
  ]);
});
