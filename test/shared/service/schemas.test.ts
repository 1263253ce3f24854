import type { ZodTypeAny } from 'zod';

import { linksOutput } from '../../../shared/operations/pass/output';
import { holderListSchema } from '../../../shared/service/badgeSchemas';
import {
  fileSchema,
  requiredWebUrl,
  passLinksSchema,
  passPageSchema,
  passSearchSchema,
  resentSchema,
} from '../../../shared/service/schemas';

const VALID = 'https://passes.example.com/p/1';
const state = { isValid: true, deviceCount: 0, created: 1, updated: 1, templateFields: {} };
const row = (link: unknown) => ({ id: 'ps_1', templateId: 't', link, ...state });
const perWallet = (link: unknown) => ({ wallet_a: link, wallet_b: link });
const links = (link: unknown) => ({
  ...{ id: 'ps_1', link: VALID, deviceCount: 1 },
  ...{ pass: perWallet(link), badge: perWallet(link) },
});
const file = (url: unknown) => ({
  ...{ id: 'f', url: VALID, source_url: url, variants: { '1x': url } },
  ...{ mime_type: 'image/png', size: 1, width: 1, height: 1, created: 1 },
});
const person = (inviteUrl: unknown) => ({ id: 'u', active: true, credentials: [], inviteUrl });

/** The responses that may lack URLs, with the same one everywhere. */
const RESPONSES: [name: string, schema: ZodTypeAny, body: (url: unknown) => unknown][] = [
  ['a pass', passLinksSchema, links],
  ['a list of passes', passPageSchema('t'), (link) => ({ passes: [row(link)], totalCount: 1 })],
  ['found passes', passSearchSchema('t'), (link) => [row(link)]],
  ['a resend', resentSchema, (link) => ({ success: true, link })],
  ['a file', fileSchema, file],
  ['badge holders', holderListSchema, (inviteUrl) => ({ users: [person(inviteUrl)] })],
];

/** All texts in a value, however deep. */
const texts = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [value];

describe.each(RESPONSES)('URLs of %s', (_name, schema, body) => {
  test.each([VALID, 'HTTP://passes.example.com/p/1?a=b#c'])('A web URL is kept: %s', (url) => {
    expect(schema.parse(body(url))).toEqual(body(url));
  });

  test.each([
    ...['javascript:alert(1)', 'data:text/html,<script>', 'file:///etc/passwd', 'https://', ''],
    ...['passes.example.com/p/1', '//passes.example.com/p/1'],
    ...[' javascript:alert("https://a.example")', null],
  ])('A value that is no web URL counts as missing: %j', (url) => {
    const parsed: unknown = schema.parse(body(url));
    expect(texts(parsed)).not.toContain(url);
    expect(texts(parsed)).toContain(undefined);
    expect(requiredWebUrl.safeParse(url).success).toBe(false);
  });
});

test('A link that is no web URL is not in the output of a pass', () => {
  const output = linksOutput(passLinksSchema.parse(links('javascript:alert(1)')));
  expect(output).toEqual({ id: 'ps_1', link: VALID, deviceCount: 1, installed: true });
});
