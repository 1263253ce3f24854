import {
  catchServiceError,
  isServiceError,
  throwIfAny,
  ServiceError,
  toResult,
} from '../../errors/serviceError';
import { parsedDesign } from '../../service/design';
import { designChanges, needsCurrentDesign } from '../../service/designChanges';
import { hasImagesToCompare } from '../../service/designImages';
import { checkExpertDesign } from '../../service/expertDesign';
import type { Context } from '../context';
import type { CurrentTemplate, DesignInputs } from './designInputs';
import type { PreparedImage } from './imageInputs';
import { inputImages, isUpload, prepareImage } from './imageInputs';
import { checkStampCard, hasUnpairedImage } from './stampCardRules';

/** A new template of a type, or an existing template. */
type Target = { type: string } | { templateId: string };

/** A design that has passed every check. Nothing has been written yet. */
interface PreparedDesign {
  /** The `pass` object without its images. */
  changes: Record<string, unknown>;
  images: PreparedImage[];
}

/**
 * Checks a design and builds the request. Reads the images and, if necessary, the template; writes
 * nothing.
 * @throws {ServiceError} `invalidInput` naming every refused input, or why the template cannot be read
 */
export async function prepareDesign(
  context: Context,
  input: DesignInputs,
  target: Target,
): Promise<PreparedDesign> {
  if (input.designJson) checkExpertDesign(input.designJson);
  const current: CurrentTemplate =
    'type' in target ? target : await currentTemplate(context, input, target);
  const changes = designChanges(input, current.design);
  const images = inputImages(input, current.design);
  const prepared = await Promise.all(images.map((image) => toResult(prepareImage(image))));
  throwIfAny([
    catchServiceError(() => checkStampCard(input, changes, images, current)),
    ...prepared.map(({ failure }) => failure),
  ]);
  return { changes, images: prepared.flatMap(({ value }) => value ?? []) };
}

/**
 * Reads the template only if fields without an ID keep theirs by label, if images may already be in
 * the design, or if it could still refuse the stamp card after an upload.
 */
async function currentTemplate(
  { templates }: Context,
  input: DesignInputs,
  { templateId }: { templateId: string },
): Promise<CurrentTemplate> {
  const isRequired = needsCurrentDesign(input) || hasImagesToCompare(input.designJson);
  if (!isRequired && !mayFailAfterUpload(input)) return {};
  const template = await templates.get(templateId).catch((thrown: unknown) => {
    if (!isServiceError(thrown, 'missingScope')) throw thrown;
    if (isRequired) throw thrown.with({ hint: `${thrown.hint} ${WITHOUT_READING_HINT}` });
  });
  const design = template && parsedDesign(template);
  if (isRequired && !design) throw unreadableDesign();
  return design ? { type: template.type, design } : {};
}

const WITHOUT_READING_HINT =
  "Or enter a 'Field ID' for every field and provide every image as a file: without them, the template has to be read so that no value is lost.";

function unreadableDesign(): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    field: 'templateId',
    message:
      "The design of the chosen 'Template' cannot be read, so the IDs of its fields are unknown",
    hint: "Enter a 'Field ID' for every field, and provide every image as a file.",
  });
}

function mayFailAfterUpload(input: DesignInputs): boolean {
  const images = inputImages(input);
  const concernsStamps =
    hasUnpairedImage(images) ||
    input.stampCount !== undefined ||
    input.designJson?.useStampCollection === true;
  return concernsStamps && images.some(isUpload);
}
