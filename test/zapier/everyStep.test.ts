import { zapierOperations } from '../../zapier/catalog';
import type { Scope } from '../../shared/service/scopes';
import { SCOPES } from '../../shared/service/scopes';
import type { ZapierBundle } from '../engines/zapierEngine';
import { failureOf, useZapier } from './harness';
import { startImageHost } from './stubService';

/** Every step with a key that lacks its scope, and with invalid inputs. */
const app = useZapier();

const CREATES = zapierOperations('create').map(({ zapier }) => zapier.key);
const SEARCHES = zapierOperations('search').map(({ zapier }) => zapier.key);

function run(step: string, inputData: object, bundle?: ZapierBundle) {
  if (CREATES.includes(step)) return app.create(step, inputData, bundle);
  if (SEARCHES.includes(step)) return app.search(step, inputData, bundle);
  return app.trigger(step, inputData, bundle);
}

const badge = { badgeTemplateId: 'bdg_1', email: 'ana@example.com' };
const FILE_ID = `file_${'0'.repeat(32)}`;
const message = { title: 'Tonight', content: 'Doors open at 19:00.' };

describe('a key that lacks the scope', () => {
  /** `lacks`: if any of several scopes is enough, the one that errors name comes first. */
  const STEPS: [step: string, lacks: Scope | Scope[], inputData: object][] = [
    ['add_stamps', 'scanning.stamp', { passId: 'p', count: 1 }],
    ['adjust_balance', 'scanning.redeem', { passId: 'p', operation: 'add', amount: 5 }],
    ['cancel_badge_invite', 'badges.issue', badge],
    ['claim_stamp_tier', 'scanning.stamp', { passId: 'p', threshold: 5 }],
    ['create_logo', ['files.write', 'templates.create', 'templates.edit'], { fileId: FILE_ID }],
    [
      'create_or_update_pass',
      'passes.edit',
      { templateId: 't', externalId: 'M-1', email: 'a@b.co' },
    ],
    ['create_template', 'templates.create', { name: 'New', type: 'offer' }],
    ['duplicate_template', 'templates.create', { templateId: 't', name: 'New' }],
    ['export_passes', 'members.export', { templateId: 't' }],
    ['find_badge_holder', 'badges.viewAll', { email: 'ana@example.com' }],
    ['find_badge_pass', 'badges.viewAll', badge],
    ['find_pass', 'passes.viewAll', { passId: 'p' }],
    ['find_passes', 'passes.viewAll', { templateId: 't', limit: 1 }],
    ['find_template', 'templates.viewAll', { name: 'New' }],
    ['invite_badge_holder', 'badges.issue', badge],
    ['issue_pass', 'passes.create', { templateId: 't' }],
    ['notify_pass_holder', 'campaigns.send', { ...message, passId: 'p' }],
    ['notify_template_holders', 'campaigns.send', { ...message, templateId: 't', confirm: true }],
    ['reactivate_pass', 'passes.edit', { passId: 'p' }],
    ['redeem_stamp_card', 'scanning.stamp', { passId: 'p' }],
    ['refresh_badge', 'badges.edit', { passId: 'b' }],
    ['remove_badge_holder', 'badges.revoke', { userId: 'u', confirm: true }],
    ['remove_stamps', 'scanning.stamp', { passId: 'p', count: 1 }],
    ['rename_badge_holder', 'badges.edit', { userId: 'u', firstName: 'Bo' }],
    ['resend_pass', 'campaigns.send', { passId: 'p' }],
    ['resume_badge', 'badges.revoke', { passId: 'b' }],
    ['revoke_badge', 'badges.revoke', { passId: 'b', confirm: true }],
    ['set_stamps', 'scanning.stamp', { passId: 'p', count: 1 }],
    ['suspend_badge', 'badges.revoke', { passId: 'b' }],
    ['update_pass', 'passes.edit', { passId: 'p', email: 'a@b.co' }],
    ['update_template', 'templates.edit', { templateId: 't', name: 'New' }],
    // The file is fetched before it is uploaded.
    ['upload_image', ['files.write', 'templates.create', 'templates.edit'], {}],
    ['void_pass', 'passes.edit', { passId: 'p' }],
  ];
  const TRIGGERS: typeof STEPS = [
    ['badge_holder_list', 'badges.viewAll', {}],
    ['badge_list', 'badges.viewAll', {}],
    ['new_pass', 'passes.viewAll', { templateId: 't' }],
    ['pass_list', 'passes.viewAll', { templateId: 't' }],
    ['template_list', 'templates.viewAll', {}],
  ];

  it('is tested with every step', () => {
    expect(STEPS.map(([step]) => step)).toEqual([...CREATES, ...SEARCHES].sort());
  });

  it.each([...STEPS, ...TRIGGERS])('fails %s, and %s is named', async (step, lacks, inputData) => {
    const input = step === 'upload_image' ? { file: (await startImageHost()).baseUrl } : inputData;
    const without = [lacks].flat();
    const others = SCOPES.filter((scope) => !without.includes(scope));
    const meta = { isFillingDynamicDropdown: step.endsWith('_list'), page: 0 };
    const failure = await failureOf(run(step, input, { ...app.scoped(...others), meta }));
    expect(failure).toMatchObject({ name: 'AppError', status: 403 });
    expect(failure.message).toContain(`lacks the scope ${without[0]}`);
  });
});

describe('an invalid input is refused before anything is sent', () => {
  const BLANK_COUNTS = ['add_stamps', 'remove_stamps', 'set_stamps'].flatMap((step) =>
    [undefined, '', '  '].map((count): [string, object, string] => [
      step,
      { passId: 'p', count },
      "'Number of Stamps' is empty",
    ]),
  );

  it.each<[step: string, inputData: object, text: string]>([
    ...BLANK_COUNTS,
    ['add_stamps', { passId: 'p', count: 0 }, "'Number of Stamps' must be a whole number from 1"],
    ['adjust_balance', { passId: 'p', operation: 'add', amount: '-1' }, "'Amount' must be"],
    ['adjust_balance', { passId: 'p', operation: 'add', amount: '1,50' }, "'Amount' must be"],
    ['adjust_balance', { passId: 'p', operation: 'add', amount: '€10' }, "'Amount' must be"],
    ['adjust_balance', { passId: 'p', operation: 'add', amount: 'NaN' }, "'Amount' must be"],
    ['adjust_balance', { passId: 'p', operation: 'add', amount: ' ' }, "'Amount' is empty"],
    ['create_logo', {}, "'File ID' is empty"],
    ['create_logo', { fileId: 'logo.png' }, "'File ID' is not a file ID"],
    ['create_logo', { fileId: FILE_ID, treatment: 'onecolor' }, "'Color' is empty"],
    ['create_or_update_pass', { templateId: 't' }, "'External ID' is empty"],
    ['create_or_update_pass', { externalId: 'M-1' }, "'Template' is empty"],
    ['create_template', { type: 'offer' }, "'Name' is empty"],
    ['create_template', { name: 'New', type: 'house' }, "'Type' must be one of"],
    ['create_template', { name: 'New', type: 'offer', backgroundColor: 'red' }, "'Background Color'"],
    ['duplicate_template', { templateId: 'x', name: 'x'.repeat(201) }, "'Name'"],
    ['export_passes', { templateId: 't', status: 'x' }, "'Status' must be one of"],
    ['export_passes', {}, "'Template' is empty"],
    ['find_badge_holder', {}, 'are both empty'],
    ['find_badge_pass', { email: 'ana@example.com' }, "'Badge' is empty"],
    ['find_badge_pass', { badgeTemplateId: 'bdg_1', phone: '' }, "'Email' and 'Phone' are both empty"],
    ['find_pass', {}, "'Template' is empty"],
    ['find_pass', { externalId: 'M-1' }, "'Template' is empty"],
    ['find_pass', { templateId: 'tpl_1' }, "'External ID' is empty"],
    ['find_template', { name: '' }, "'Name' is empty"],
    ['invite_badge_holder', { badgeTemplateId: 'bdg_1' }, "'Email' and 'Phone' are both empty"],
    ['new_pass', { templateId: '' }, "'Template' is empty"],
    ['notify_pass_holder', { ...message, passId: 'p', title: '' }, "'Title' is empty"],
    ['notify_template_holders', { ...message, templateId: 't' }, "'Send to Every Holder'"],
    ['notify_template_holders', { ...message, templateId: 't', confirm: false }, "'Send to Every Holder'"],
    ['reactivate_pass', { passId: 'p', validUntil: '2020-01-01' }, "'Valid Until' is in the past"],
    ['refresh_badge', { passId: ' ' }, "'Badge Pass' is empty"],
    ['remove_badge_holder', { userId: 'u' }, "'Revoke Every Badge'"],
    ['remove_badge_holder', { userId: 'u', confirm: false }, "'Revoke Every Badge'"],
    ['remove_badge_holder', { userId: 'u', confirm: '' }, "'Revoke Every Badge'"],
    ['rename_badge_holder', { userId: 'u' }, 'are both empty'],
    ['resend_pass', { passId: 'p', sendToPhone: 'doNotSend', sendToEmail: 'doNotSend' }, "Set 'Send Email' or 'Send Text Message' to Send"],
    ['suspend_badge', { passId: '' }, "'Badge Pass' is empty"],
    ['suspend_badge', { passId: 'b', reason: 'x'.repeat(201) }, "'Reason'"],
    ['update_pass', {}, "Enter a 'Pass ID', or an 'External ID' together with its 'Template'"],
    ['update_pass', { externalId: 'M-1' }, 'identifies a pass only within its'],
    ['update_pass', { passId: 'p' }, 'nothing to change'],
    ['update_pass', { passId: 'p', phone: 'call me' }, "'Phone' is not a phone number"],
    ['update_template', { templateId: 'x' }, 'nothing to change'],
    ['update_template', { templateId: 'x', stampCount: 0 }, "'Stamp Card Size' must be a whole number"],
    ['update_template', { templateId: 'x', useStampCollection: 'keep', barcode: 'keep', barcodeType: 'keep' }, 'nothing to change'],
    ['upload_image', { file: 'no address' }, "'Image' is not a valid URL"],
    ['void_pass', { passId: 'p', invalidatedReason: 'bored' }, "'Reason' must be one of"],
  ])('%s %j', async (step, inputData, text) => {
    const failure = await failureOf(run(step, inputData));
    expect(failure).toMatchObject({ name: 'AppError', code: 'invalidInput' });
    expect(failure.message).toContain(text);
    expect(app.sent()).toEqual([]);
  }); // prettier-ignore
});
