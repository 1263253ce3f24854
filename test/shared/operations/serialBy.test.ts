import { lockKeys, type SerialBy } from '../../../shared/operations/serialBy';

const byId = { by: 'id', passId: 'ps_1' };
const byExternalId = { by: 'externalId', templateId: 'tpl_1', externalId: 'M-1' };
const issued = { templateId: 'tpl_1', externalId: 'M-1' };
const badge = { badgeTemplateId: 'bdg_1' };

test.each<[SerialBy, object, string[]]>([
  ['pass', { pass: byId }, ['pass:ps_1']],
  ['pass', { pass: { ...byId, templateId: 'tpl_1' } }, ['pass:ps_1']],
  ['pass', { pass: byExternalId }, ['pass:tpl_1/M-1']],
  ['externalId', issued, ['pass:tpl_1/M-1']],
  ['externalId', { ...issued, email: 'ana@example.com' }, ['pass:tpl_1/M-1']],
  ['externalId', { templateId: 'tpl_1', email: 'ana@example.com' }, []],
  [
    'externalId',
    { passes: [issued, { templateId: 'tpl_2', externalId: 'M-1' }] },
    ['pass:tpl_1/M-1', 'pass:tpl_2/M-1'],
  ],
  ['template', { templateId: 'tpl_1' }, ['template:tpl_1']],
  ['holder', { userId: 'usr_1' }, ['badge holder:usr_1']],
  ['holder', { identifyBy: 'holder', userId: 'usr_1' }, ['badge holder:usr_1']],
  [
    'holder',
    { identifyBy: 'contact', email: 'Ana@Example.com', phone: '+4915112345678' },
    ['badge holder:ana@example.com', 'badge holder:+4915112345678'],
  ],
  ['invite', { ...badge, email: 'Ana@Example.com' }, ['invite:bdg_1/ana@example.com']],
  [
    'invite',
    { ...badge, email: 'ana@example.com', phone: '0049 (151) 123-456 78' },
    ['invite:bdg_1/ana@example.com', 'invite:bdg_1/+4915112345678'],
  ],
  ['badgePass', { passId: 'bp_1' }, ['badge pass:bp_1']],
  ['apiKey', { keyId: 'key_1' }, ['API key:key_1']],
])('Items that change the %s of %j share the queues %j', (serialBy, input, keys) => {
  expect(lockKeys(serialBy, input)).toEqual(keys);
});
