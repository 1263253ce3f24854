import * as field from '../../fields';
import { ServiceError, isServiceError, prefixed, refuseAll } from '../../errors/serviceError';
import type { PassLinks } from '../../service/schemas';
import { shortened } from '../../service/text';
import { LIMITS } from '../../service/vocabulary';
import { defineOperation } from '../operation';
import type { OperationContext } from '../operation';
import { compact } from '../../fields/output';
import { findPass } from '../../api/passes';
import * as inputs from './inputs';
import { issueOnce } from './issueOnce';
import {
  issuedOutput,
  linkFields,
  linksSample,
  outcomeField,
  sentDates,
  sentFields,
} from './output';
import { externalIdKey, groupValues } from './values';

const entry = {
  templateId: inputs.templateId,
  externalId: field.required(inputs.externalId),
  fieldValues: inputs.fieldValues,
  collectedStamps: inputs.collectedStamps('options'),
  redemptionValue: inputs.redemptionValue('options'),
  validFrom: inputs.validFrom('options'),
  validUntil: inputs.validUntil('options', inputs.KEEP_OPEN_NOTE),
};
type Entry = field.InputOf<typeof entry>;

export const createGroup = defineOperation({
  resource: 'pass',
  key: 'createGroup',
  label: 'Issue Several to One Person',
  action: 'Issue several passes to one person',
  description:
    'Issue up to ten passes to ONE person with a single message and a single link that shows them all. Never use this for several people: each would see the passes of the others.',
  effect: 'send',
  scopes: ['passes.create', 'passes.viewAll', 'templates.viewAll'],
  retry: 'lookUpFirst',
  input: {
    passes: field.list({
      label: 'Passes',
      entryLabel: 'Pass',
      description: 'The passes for this person, each with an external ID of its own',
      entry,
      min: 1,
      max: LIMITS.passesPerIssue,
    }),
    ...inputs.recipient,
    ifExists: field.choice({
      label: 'If They Exist',
      group: 'options',
      description: 'What to do when passes with these external IDs are there already',
      default: 'return',
      options: [
        {
          value: 'return',
          label: 'Return Existing',
          description: 'Give back the existing passes and send nothing; refuse if only some exist',
        },
        { value: 'fail', label: 'Fail', description: 'Refuse the item if any of them exists' },
      ],
    }),
    locale: inputs.locale('options'),
    unknownFields: inputs.unknownFields('options'),
  },
  output: {
    returns: 'one',
    fields: {
      outcome: outcomeField,
      groupId: { label: 'Group ID', type: 'string' },
      link: linkFields.link,
      recovered: { label: 'Found After a Lost Answer', type: 'boolean', always: true },
      passes: {
        label: 'Passes',
        type: 'list',
        always: true,
        fields: { ...linkFields, sentDates: sentFields.sentDates },
      },
      leftOut: { label: 'Fields Left Out', type: 'list', items: 'string' },
    },
    sample: {
      outcome: 'created',
      groupId: 'grp_77ab01',
      link: 'https://passes.example.com/g/grp_77ab01',
      recovered: false,
      passes: [linksSample],
    },
  },
  // Two items with a pass in common must not both find it missing, whoever they are for.
  concurrencyKeys: ({ passes }) =>
    passes.map(({ templateId, externalId }) => externalIdKey(templateId, externalId)),

  checks: [
    inputs.deliveryCheck,
    {
      inputs: ['passes', 'unknownFields'],
      async run(context, input) {
        await prepare(context, input.passes, input.unknownFields);
      },
    },
  ],

  async run(context, input) {
    const { client, retry } = context;
    const { passes, locale } = input;
    const prepared = await prepare(context, passes, input.unknownFields);

    const before = await lookUpAll(context, passes, locale);
    const existing = before.filter(isThere);
    if (existing.length > 0 && (input.ifExists === 'fail' || existing.length < passes.length)) {
      throw someExist(passes, before);
    }
    if (existing.length > 0) {
      return {
        outcome: 'existing',
        recovered: false,
        link: existing[0]?.link,
        passes: existing.map(issuedOutput),
      };
    }

    const issued = await issueOnce(
      client,
      {
        passes: prepared.map(
          ({ pass: { templateId, externalId, collectedStamps, redemptionValue }, bags }) => ({
            templateId,
            externalId,
            ...bags,
            collectedStamps,
            redemptionValue,
          }),
        ),
        ...inputs.deliveryRequest(input),
      },
      retry,
      async () => (await lookUpAll(context, passes, locale)).find(isThere),
    );
    // The response has a group ID only; the IDs of the passes are read by external ID,
    // which also shows whether the service left one out.
    const after = await lookUpAll(context, passes, locale).catch(notReadBack);
    const missing = passes.filter((_, i) => after[i] === undefined);
    if (missing.length > 0) throw leftOutByService(missing);
    const leftOut = prepared.flatMap((one) => one.leftOut ?? []);
    return compact({
      outcome: 'created',
      // A single pass makes no group: the answer then carries the ID of the pass itself.
      groupId: issued.recovered || passes.length === 1 ? undefined : issued.links.id,
      link: issued.links.link,
      recovered: issued.recovered,
      passes: after.flatMap((links, i) =>
        links ? [compact({ ...issuedOutput(links), sentDates: sentDates(passes[i] ?? {}) })] : [],
      ),
      leftOut: leftOut.length > 0 ? leftOut : undefined,
    });
  },
});

/** Everything that can be refused before anything is sent. */
async function prepare(
  context: OperationContext,
  passes: Entry[],
  unknownFields: 'refuse' | 'leaveOut',
) {
  const repeated = repeatedPasses(passes);
  const prepared = await Promise.all(
    passes.map((pass, i) =>
      preparePass(context, pass, unknownFields).then(
        (ready) => ({ ready, failure: undefined }),
        inPass(i + 1),
      ),
    ),
  );
  refuseAll([...repeated, ...prepared.map(({ failure }) => failure)]);
  return prepared.flatMap(({ ready }) => ready ?? []);
}

async function preparePass(
  context: OperationContext,
  pass: Entry,
  unknownFields: 'refuse' | 'leaveOut',
) {
  // The service silently drops passes of unknown templates as long as one pass remains.
  await context.templates.get(pass.templateId);
  return { pass, ...(await groupValues(context, pass.templateId, { ...pass, unknownFields })) };
}

/** For `.then`: what is wrong with this pass, by its number from 1; other failures are thrown on. */
function inPass(number: number) {
  return (thrown: unknown) => {
    const ofPass = isServiceError(thrown, 'invalidInput') || isServiceError(thrown, 'notFound');
    if (!ofPass) throw thrown;
    return { ready: undefined, failure: prefixed(thrown, `Pass ${number}`) };
  };
}

function lookUpAll(
  { client }: OperationContext,
  passes: Entry[],
  locale: string | undefined,
): Promise<(PassLinks | undefined)[]> {
  return Promise.all(
    passes.map(({ externalId, templateId }) =>
      findPass(client, { by: 'externalId', externalId, templateId }, { locale }),
    ),
  );
}

function isThere(links: PassLinks | undefined): links is PassLinks {
  return links !== undefined;
}

function repeatedPasses(passes: Entry[]): ServiceError[] {
  const seen = new Set<string>();
  return passes.flatMap(({ templateId, externalId }, i) => {
    const lane = externalIdKey(templateId, externalId);
    if (!seen.has(lane)) {
      seen.add(lane);
      return [];
    }
    return new ServiceError({
      kind: 'invalidInput',
      field: 'passes',
      message: `Pass ${i + 1}: the external ID '${shortened(externalId)}' appears twice for one template`,
      hint: "Enter a different external ID for each pass in 'Passes'.",
    });
  });
}

function someExist(passes: Entry[], before: (PassLinks | undefined)[]): ServiceError {
  const names = passes.filter((_, i) => before[i] !== undefined).map((pass) => pass.externalId);
  return new ServiceError({
    kind: 'conflict',
    field: 'passes',
    message: `Passes with these external IDs exist already: ${names.join(', ')}`,
    hint: 'Take them out of the list, or give other external IDs. Nothing was issued.',
    details: { existing: names },
  });
}

/** The group is out, message and all: what fails after that must not look as if it was not. */
function notReadBack(thrown: unknown): never {
  if (!isServiceError(thrown)) throw thrown;
  throw thrown.with({
    kind: 'outcomeUnknown',
    safeToRepeat: true,
    message: `The passes were issued and delivered, but the result for each of them is unknown: ${thrown.message}`,
    hint: 'It is safe to run this item again: it finds the passes and issues nothing twice.',
  });
}

function leftOutByService(missing: Entry[]): ServiceError {
  return new ServiceError({
    kind: 'outcomeUnknown',
    field: 'passes',
    message: `The service issued the group without: ${missing.map((pass) => pass.externalId).join(', ')}`,
    hint: 'The others were issued and delivered. Issue the missing ones on their own.',
    details: { missing: missing.map((pass) => pass.externalId) },
  });
}
