import * as field from '../../fields';
import {
  ServiceError,
  checkAll,
  isServiceError,
  prefixed,
  throwIfAny,
} from '../../errors/serviceError';
import type { IssueRequest } from '../../service/requests';
import type { PassLinks } from '../../service/schemas';
import type { UnknownFields } from '../../design/routing';
import { quoted } from '../../service/text';
import { LIMITS } from '../../service/vocabulary';
import { defineOperation } from '../operation';
import type { Context } from '../context';
import { assertRecipients, assertPeriod } from '../checks';
import { externalIdKey } from '../serialBy';
import { compact, pick } from '../../runtime/records';
import { existingOutput } from './existingPass';
import { findLinks, noteSharedId } from './findOrIssue';
import * as inputs from './inputs';
import { issueOnce } from './issueOnce';
import { linksOutput } from './output';
import {
  existingFields,
  issuedFields,
  linkFields,
  linksSample,
  sentDateFields,
} from './outputFields';
import { assertNotExpired } from './prepareIssue';
import { groupValues } from './values';

const entry = {
  templateId: inputs.templateId,
  externalId: inputs.requiredExternalId,
  fieldValues: inputs.fieldValues,
  validFrom: inputs.validFrom('options'),
  validUntil: inputs.validUntil('options', inputs.KEEP_OPEN_NOTE),
  ...inputs.newPassValues,
};
type Entry = field.InputOf<typeof entry>;

export const createGroup = defineOperation({
  resource: 'pass',
  key: 'createGroup',
  label: 'Issue Several to One Person',
  action: 'Issue several passes to one person',
  description:
    "Issue several passes to one person. For several people, use Issue; otherwise they see each other's passes.",
  details: 'The person gets one message with one link to all of the passes.',
  effect: 'send',
  serialBy: 'externalId',
  endpoints: ['POST /pass', 'GET /pass', 'GET /templates/{id}'],
  input: {
    passes: field.list({
      label: 'Passes',
      entryLabel: 'Pass',
      description: 'Up to ten passes for this person, each with its own external ID',
      entry,
      min: 1,
      max: LIMITS.passesPerIssue,
    }),
    ...inputs.recipient,
    ifExists: field.choice({
      label: 'If Passes Already Exist',
      section: 'options',
      description: 'What to do if passes with these external IDs already exist',
      default: 'return',
      options: [
        {
          value: 'return',
          label: 'Return Existing',
          description:
            'Return the existing passes without changing or sending anything; stop if only some exist',
        },
        { value: 'fail', label: 'Fail', description: 'Stop if any of them exists' },
      ],
    }),
    locale: inputs.newPassOptions.locale,
    unknownFields: inputs.unknownFields,
  },
  output: {
    returns: 'one',
    fields: {
      outcome: { ...issuedFields.outcome, oneOf: ['created', 'existing'] },
      groupId: { label: 'Group ID', type: 'string' },
      link: linkFields.link,
      recovered: { label: 'Recovered', type: 'boolean', always: true },
      passes: {
        label: 'Passes',
        type: 'list',
        always: true,
        fields: {
          ...linkFields,
          ...existingFields,
          installed: issuedFields.installed,
          deviceCount: issuedFields.deviceCount,
          ...sentDateFields,
        },
      },
      skippedFields: issuedFields.skippedFields,
    },
    sample: {
      outcome: 'created',
      groupId: 'grp_77ab01',
      link: 'https://passes.example.com/g/grp_77ab01',
      recovered: false,
      passes: [linksSample],
    },
  },

  lookedUpIds: ({ passes }) => passes,

  async prepare(context, input) {
    const [, prepared] = await checkAll(
      () => assertRecipients(input),
      () => preparePasses(context, input),
    );
    const { passes, ifExists } = input;
    const skippedFields = prepared.flatMap((pass) => pass.skippedFields ?? []);
    return {
      passes,
      ifExists,
      request: {
        passes: prepared.map(({ request }) => request),
        ...inputs.deliveryRequest(input),
      },
      deliveryRequested: inputs.deliveryRequested(input),
      skippedFields: skippedFields.length > 0 ? skippedFields : undefined,
    };
  },

  preview: {
    details: (_context, { deliveryRequested, skippedFields }) => ({
      ...deliveryRequested,
      skippedFields,
    }),
  },

  async run(context, { passes, ifExists, request, skippedFields }) {
    const found = await lookUpAll(context, passes, request);
    const existing = found.filter(isFound);
    if (existing.length > 0 && (ifExists === 'fail' || existing.length < passes.length)) {
      throw someExistAlready(passes, found);
    }
    if (existing.length > 0) {
      const outputs = await Promise.all(
        existing.map(async (links, i) => ({
          ...linksOutput(links),
          ...(await existingOutput(
            context,
            { ref: passes[i] as Entry, passId: links.id },
            request,
          )),
        })),
      );
      if (!outputs.some(({ contactDiffers }) => contactDiffers)) {
        context.notes.push({ code: 'existingNotUpdated' });
      }
      return {
        outcome: 'existing',
        recovered: false,
        link: existing[0]?.link,
        passes: outputs,
      };
    }

    const issued = await issueOnce(
      context.client,
      request,
      // Any one shows that the service has processed the request.
      async () => (await lookUpAll(context, passes, request)).find(isFound),
      passes.some((pass) => context.passes.of(pass.templateId).mayBeUnderWay(pass.externalId)),
    );
    // The response has only a group ID. Reading each pass by external ID returns its ID, and shows
    // whether the service dropped one.
    const results = await lookUpAll(context, passes, request).catch(resultsUnknown(ifExists));
    for (const [i, { templateId, externalId }] of passes.entries()) {
      const links = results[i];
      if (links) context.passes.of(templateId).issued(externalId, links.id);
      noteSharedId(context, { templateId, externalId }, true);
    }
    const missing = passes.filter((_, i) => results[i] === undefined);
    if (missing.length > 0) throw missingFromGroup(missing);
    return compact({
      outcome: 'created',
      // For a single pass the response has the ID of the pass instead of a group ID.
      groupId: issued.recovered || passes.length === 1 ? undefined : issued.links.id,
      link: issued.links.link,
      recovered: issued.recovered,
      passes: results.flatMap((links, i) => {
        const { validFrom, validUntil } = passes[i] ?? {};
        return links ? [compact({ ...linksOutput(links), validFrom, validUntil })] : [];
      }),
      skippedFields,
    });
  },
});

/**
 * Checks all passes and groups their values, before anything is sent.
 * @throws {ServiceError} naming every refused pass
 */
async function preparePasses(context: Context, input: GroupInput) {
  const [, ...prepared] = await checkAll(
    () => throwIfAny(duplicateErrors(input.passes)),
    ...input.passes.map((pass, i) => () => preparePass(context, pass, i + 1, input)),
  );
  return prepared;
}

async function preparePass(context: Context, pass: Entry, number: number, input: GroupInput) {
  const { templateId, externalId } = pass;
  const [, , , { valueGroups, skippedFields }] = await checkAll(
    () => assertPeriod(pass),
    () => assertNotExpired(context, pass, () => (input.ifExists === 'fail' ? undefined : pass)),
    // The service silently drops passes of unknown templates as long as one pass remains.
    () => context.templates.get(templateId),
    () => groupValues(context, templateId, { ...pass, unknownFields: input.unknownFields }),
  ).catch((thrown: unknown) => {
    throw isServiceError(thrown) ? withPassNumber(thrown, number) : thrown;
  });
  return {
    request: { templateId, externalId, ...valueGroups, ...pick(pass, inputs.NEW_PASS_VALUES) },
    skippedFields,
  };
}

interface GroupInput {
  passes: Entry[];
  ifExists: string;
  unknownFields: UnknownFields;
}

/** Other errors, e.g. a refused API key, are not about one pass. */
function withPassNumber(error: ServiceError, number: number): ServiceError {
  return error.kind === 'invalidInput' || error.kind === 'notFound'
    ? prefixed(error, `Pass ${number}`)
    : error;
}

function lookUpAll(
  context: Context,
  passes: Entry[],
  request: IssueRequest,
): Promise<(PassLinks | undefined)[]> {
  return Promise.all(
    passes.map(({ externalId, templateId }) =>
      findLinks(context, { by: 'externalId', externalId, templateId }, request),
    ),
  );
}

function isFound(links: PassLinks | undefined): links is PassLinks {
  return links !== undefined;
}

function duplicateErrors(passes: Entry[]): ServiceError[] {
  const seen = new Set<string>();
  return passes.flatMap(({ templateId, externalId }, i) => {
    const key = externalIdKey({ templateId, externalId });
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return new ServiceError({
      kind: 'invalidInput',
      field: 'passes',
      message: `Pass ${i + 1}: the external ID ${quoted(externalId)} appears twice for one template`,
      hint: "Enter a different external ID for each pass in 'Passes'.",
    });
  });
}

function someExistAlready(passes: Entry[], found: (PassLinks | undefined)[]): ServiceError {
  const names = passes.filter((_, i) => found[i] !== undefined).map((pass) => pass.externalId);
  return new ServiceError({
    kind: 'conflict',
    field: 'passes',
    message: `Passes with these external IDs already exist: ${names.join(', ')}`,
    hint: 'Remove them from the list, or use other external IDs. Nothing was issued.',
    details: { existing: names },
  });
}

/** The passes are issued and the message is sent: a later failure must not look like a refusal. */
function resultsUnknown(ifExists: string) {
  return (thrown: unknown): never => {
    if (!isServiceError(thrown)) throw thrown;
    throw thrown.with({
      kind: 'outcomeUnknown',
      safeToRepeat: true,
      message: `The passes were issued, but the result for each of them is unknown: ${thrown.message}`,
      hint:
        ifExists === 'fail'
          ? "Set 'If Passes Already Exist' to Return Existing and run this again: it finds the passes and issues nothing twice."
          : 'It is safe to run this again: it finds the passes and issues nothing twice.',
    });
  };
}

function missingFromGroup(missing: Entry[]): ServiceError {
  return new ServiceError({
    kind: 'outcomeUnknown',
    field: 'passes',
    message: `The service issued the group without: ${missing.map((pass) => pass.externalId).join(', ')}`,
    hint: 'The others were issued. Issue the missing ones separately.',
    details: { missing: missing.map((pass) => pass.externalId) },
  });
}
