import * as field from '../../fields';
import { ServiceFailure, isFailure } from '../../http/failures';
import type { PassLinks } from '../../service/schemas';
import { shortened } from '../../service/text';
import { LIMITS } from '../../service/vocabulary';
import { defineOperation } from '../operation';
import type { OperationContext } from '../operation';
import { compact } from '../output';
import { findPass } from './calls';
import * as inputs from './inputs';
import { issueOnce } from './issueOnce';
import { linkFields, issuedOutput, linksSample } from './output';
import { externalLane, passBags } from './values';

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
  repeat: 'lookup',
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
      groupId: { label: 'Group ID', type: 'string' },
      link: linkFields.link,
      outcome: { label: 'Outcome', type: 'string', always: true },
      recovered: { label: 'Found After a Lost Answer', type: 'boolean', always: true },
      passes: { label: 'Passes', type: 'list', always: true, fields: linkFields },
      leftOut: { label: 'Fields Left Out', type: 'list', items: 'string' },
    },
    sample: {
      groupId: 'grp_77ab01',
      link: 'https://passes.example.com/g/grp_77ab01',
      outcome: 'issued',
      recovered: false,
      passes: [linksSample],
    },
  },
  // Two items with a pass in common must not both find it missing, whoever they are for.
  lane: ({ passes }) =>
    passes.map(({ templateId, externalId }) => externalLane(templateId, externalId)),

  async check(context, input) {
    await prepare(context, input.passes, input.unknownFields);
  },

  async run(context, input) {
    const { client } = context;
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
      async () => (await lookUpAll(context, passes, locale)).find(isThere),
    );
    // The answer carries a group ID only; the passes' own IDs are read by external ID (trap 27),
    // which also shows whether the service left one out (trap 28).
    const after = await lookUpAll(context, passes, locale).catch(notReadBack);
    const missing = passes.filter((_, i) => after[i] === undefined);
    if (missing.length > 0) throw leftOutByService(missing);
    const leftOut = prepared.flatMap((one) => one.leftOut ?? []);
    return compact({
      groupId: issued.recovered ? undefined : issued.links.id,
      link: issued.links.link,
      outcome: 'issued',
      recovered: issued.recovered,
      passes: after.filter(isThere).map(issuedOutput),
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
  refuseRepeated(passes);
  // The service drops unknown templates silently as long as one remains (trap 28).
  await eachNamed(passes, ({ templateId }) => context.templates.get(templateId));
  return await eachNamed(passes, async (pass) => ({
    pass,
    ...(await passBags(context, pass.templateId, { ...pass, unknownFields })),
  }));
}

/** Does the same for every entry; where it is the entry that is refused, it is named by its number, from 1. */
function eachNamed<T>(passes: Entry[], work: (pass: Entry) => Promise<T>): Promise<T[]> {
  return Promise.all(
    passes.map((pass, i) =>
      work(pass).catch((thrown: unknown) => {
        const own = isFailure(thrown, 'invalidInput') || isFailure(thrown, 'notFound');
        throw own ? thrown.retold({ what: `Pass ${i + 1}: ${thrown.message}` }) : thrown;
      }),
    ),
  );
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

function refuseRepeated(passes: Entry[]): void {
  const seen = new Set<string>();
  for (const { templateId, externalId } of passes) {
    const lane = externalLane(templateId, externalId);
    if (seen.has(lane)) {
      throw new ServiceFailure({
        kind: 'invalidInput',
        field: 'passes',
        what: `The external ID '${shortened(externalId)}' stands twice for one template`,
        fix: "Give every pass in 'Passes' an external ID of its own.",
      });
    }
    seen.add(lane);
  }
}

function someExist(passes: Entry[], before: (PassLinks | undefined)[]): ServiceFailure {
  const names = passes.filter((_, i) => before[i] !== undefined).map((pass) => pass.externalId);
  return new ServiceFailure({
    kind: 'conflict',
    field: 'passes',
    what: `Passes with these external IDs exist already: ${names.join(', ')}`,
    fix: 'Take them out of the list, or give other external IDs. Nothing was issued.',
    details: { existing: names },
  });
}

/** The group is out, message and all: what fails after that must not look as if it was not. */
function notReadBack(thrown: unknown): never {
  if (!isFailure(thrown)) throw thrown;
  throw thrown.retold({
    kind: 'outcomeUnknown',
    safeToRepeat: true,
    what: `The passes were issued and delivered, but it is not known whether all of them were: ${thrown.message}`,
    fix: 'Running this again is safe: it finds the passes and issues nothing twice.',
  });
}

function leftOutByService(missing: Entry[]): ServiceFailure {
  return new ServiceFailure({
    kind: 'outcomeUnknown',
    field: 'passes',
    what: `The service issued the group without: ${missing.map((pass) => pass.externalId).join(', ')}`,
    fix: 'The others were issued and delivered. Issue the missing ones on their own.',
    details: { missing: missing.map((pass) => pass.externalId) },
  });
}
