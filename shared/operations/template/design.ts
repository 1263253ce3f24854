import type { InputOf } from '../../fields';
import type { FileSource } from '../../fields/files';
import type { ServiceClient } from '../../http/client';
import {
  errorFrom,
  invalidInput,
  isServiceError,
  refuseAll,
  ServiceError,
  settled,
} from '../../errors/serviceError';
import type { TemplateDesign } from '../../service/design';
import { parsedDesign } from '../../service/design';
import { designChanges, needsCurrentDesign } from '../../service/designChanges';
import type { DesignInput } from '../../service/designChanges';
import { hasImagesToCompare, IMAGE_KEYS, newImages } from '../../service/designImages';
import type { ImageKey } from '../../service/designImages';
import { checkExpertDesign } from '../../service/expertDesign';
import { getFile, uploadFile } from '../../api/files';
import { readyImage } from '../file/readyImage';
import type { ReadyImage } from '../file/readyImage';
import { upload } from '../file/upload';
import type { OperationContext } from '../operation';
import { unknownTemplate } from '../../api/templates';
import { designInputs } from './inputs';

export type DesignInputs = InputOf<typeof designInputs> & Pick<DesignInput, 'useStampCollection'>;

/** What a design is for: a new template of a type, or one that is changed. */
type Target = { type: string } | { templateId: string };

/** A design that has passed every check. Nothing has been sent yet. */
export interface PreparedDesign {
  /** The `pass` object without its images. */
  changes: Record<string, unknown>;
  images: PreparedImage[];
}

interface DesignImage<S> {
  key: ImageKey;
  source: S;
  /** Key of the input it was given in. */
  field: string;
}
type GivenImage = DesignImage<FileSource>;
type PreparedImage = DesignImage<ReadyImage>;

/**
 * Checks a design and builds what is to be sent. Reads images and, if it must, the template; writes
 * nothing.
 * @throws {ServiceError} `invalidInput`, or why the template cannot be read
 */
export async function prepareDesign(
  context: OperationContext,
  input: DesignInputs,
  target: Target,
): Promise<PreparedDesign> {
  const { designJson } = input;
  if (designJson) checkExpertDesign(designJson);
  const known: KnownTemplate =
    'type' in target ? target : await currentTemplate(context, input, target);
  const changes = designChanges(input, known.design);
  const sources = [...customImages(input), ...jsonImages(input, known.design)];
  const images = await Promise.all(sources.map((source) => settled(readImage(source))));
  refuseAll([
    errorFrom(() => checkStampCard(input, changes, sources, known)),
    ...images.map(({ failure }) => failure),
  ]);
  return { changes, images: images.flatMap(({ value }) => value ?? []) };
}

/**
 * Uploads the images that are not files of the service yet.
 * @param templateId files them under the template that is changed
 * @returns the image keys of the `pass` object
 */
export async function uploadImages(
  { client }: OperationContext,
  images: readonly PreparedImage[],
  templateId?: string,
): Promise<Partial<Record<ImageKey, { fileId: string }>>> {
  await checkFiles(client, images);
  const uploads = images.map(async (image) => {
    const { key, source } = image;
    if ('fileId' in source) return [key, { fileId: source.fileId }] as const;
    const about = { purpose: `template_${key}`, templateId };
    const { id } = await uploadFile(client, source, about, upload.retry).catch(
      (thrown: unknown) => {
        if (templateId !== undefined && isServiceError(thrown, 'notFound')) {
          return unknownTemplate(templateId)(thrown);
        }
        throw isAboutImage(thrown) ? naming(image, thrown) : thrown;
      },
    );
    return [key, { fileId: id }] as const;
  });
  // Await all uploads before throwing, so that none is still running.
  await Promise.allSettled(uploads);
  return Object.fromEntries(await Promise.all(uploads));
}

/** What is known of the template: nothing if it was not read. */
interface KnownTemplate {
  type?: string;
  design?: TemplateDesign;
}

/**
 * Reads the template if its fields keep their IDs by their labels, if images may be the ones it has,
 * or if it could still refuse the stamp card after an upload.
 */
async function currentTemplate(
  { templates }: OperationContext,
  input: DesignInputs,
  { templateId }: { templateId: string },
): Promise<KnownTemplate> {
  const isNeeded = needsCurrentDesign(input) || hasImagesToCompare(input.designJson);
  if (!isNeeded && !mayFailAfterUpload(input)) return {};
  const template = await templates.get(templateId).catch((thrown: unknown) => {
    if (!isServiceError(thrown, 'missingScope')) throw thrown;
    if (isNeeded) throw thrown.with({ hint: `${thrown.hint} ${WITHOUT_READING}` });
  });
  const design = template && parsedDesign(template);
  if (isNeeded && !design) throw unreadableDesign();
  return design ? { type: template.type, design } : {};
}

const WITHOUT_READING =
  "Or give every field its 'Field ID' and every image as a file: without them the template has to be read, so that no value is lost.";

function unreadableDesign(): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    field: 'templateId',
    message:
      "The design of the chosen 'Template' cannot be read, so the IDs of its fields are unknown",
    hint: "Give every field its 'Field ID' and every image as a file.",
  });
}

function mayFailAfterUpload(input: DesignInputs): boolean {
  const images = [...customImages(input), ...jsonImages(input)];
  const isAboutStamps =
    isHalfPair(images) ||
    input.stampCount !== undefined ||
    input.designJson?.useStampCollection === true;
  return isAboutStamps && images.some(isUpload);
}

function isUpload({ source }: GivenImage | PreparedImage): boolean {
  return !('fileId' in source);
}

/** The images given one by one. */
function customImages(input: DesignInputs): GivenImage[] {
  return IMAGE_KEYS.flatMap((key) => {
    const source = input[key];
    return source ? [{ key, source, field: key }] : [];
  });
}

/** Those of Design (JSON), unless another one is given for the same key. */
function jsonImages(input: DesignInputs, current?: TemplateDesign): GivenImage[] {
  const images = Object.entries(newImages(input.designJson, current)) as [ImageKey, FileSource][];
  return images
    .filter(([key]) => input[key] === undefined)
    .map(([key, source]) => ({ key, source, field: 'designJson' }));
}

/** Read before the first upload, to check size and type. */
async function readImage({ key, source, field }: GivenImage): Promise<PreparedImage> {
  return { key, source: await readyImage(source, designInputs[key].label, key), field };
}

/** What the service would refuse only after the images are uploaded. */
function checkStampCard(
  { stampCount, useStampCollection }: DesignInputs,
  changes: Record<string, unknown>,
  images: GivenImage[],
  known: KnownTemplate,
): void {
  if (useStampCollection === 'turnOff' && stampCount !== undefined) {
    const problem = "is given, but 'Stamp Card' is set to Turn Off";
    throw invalidInput('Stamp Card Size', 'stampCount', problem, 'Give one of the two.');
  }
  const input = stampCount === undefined ? 'designJson' : 'stampCount';
  const isTurnedOn = changes.useStampCollection === true;
  if (isTurnedOn && known.type !== undefined) checkNewStampCard(input, changes, known);
  const isStampCard = changes.useStampCollection ?? known.design?.useStampCollection;
  if (isStampCard && isHalfPair(images)) throw missingHalf(images);
}

function checkNewStampCard(
  input: 'designJson' | 'stampCount',
  changes: Record<string, unknown>,
  { type, design }: KnownTemplate,
): void {
  const { label } = designInputs[input];
  if (type !== 'loyalty') {
    const hint = 'Only a loyalty card can be a stamp card.';
    throw invalidInput(label, input, 'needs a loyalty template', hint);
  }
  if (!(changes.stampCount ?? design?.stampCount)) {
    const hint = "Give the size of the card in 'Stamp Card Size'.";
    throw invalidInput(label, input, "has 'useStampCollection' without 'stampCount'", hint);
  }
}

function isHalfPair(images: GivenImage[]): boolean {
  return images.filter(({ key }) => key === 'stamp' || key === 'hero').length === 1;
}

function missingHalf(images: GivenImage[]): ServiceError {
  const missing = images.some(({ key }) => key === 'stamp') ? 'hero' : 'stamp';
  return invalidInput(
    designInputs[missing].label,
    missing,
    'is missing',
    'A stamp card needs new hero and stamp images together. Give both, or neither.',
  );
}

/** A wrong file ID is refused before other images are uploaded for nothing. */
async function checkFiles(client: ServiceClient, images: readonly PreparedImage[]): Promise<void> {
  if (!images.some(isUpload)) return;
  await Promise.all(
    images.map(async (image) => {
      if (!('fileId' in image.source)) return;
      await getFile(client, image.source.fileId).catch((thrown: unknown) => {
        // A key that may not read files can still use them.
        if (isServiceError(thrown, 'missingScope')) return;
        throw isAboutImage(thrown) || isServiceError(thrown, 'notFound')
          ? naming(image, thrown)
          : thrown;
      });
    }),
  );
}

function isAboutImage(thrown: unknown): thrown is ServiceError {
  return (
    isServiceError(thrown, 'invalidInput') || (isServiceError(thrown) && thrown.status === 504)
  );
}

function naming({ key, field }: PreparedImage, refusal: ServiceError): ServiceError {
  const name = field === key ? `'${designInputs[key].label}'` : `'Design (JSON)' at ${key}`;
  return refusal.with({ field, message: `${name}: ${refusal.message}` });
}
