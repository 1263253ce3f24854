/** The design in Create and Update. It is checked first, and then its images are uploaded. */

import { uploadFile, type Upload } from '../../api/files';
import {
  checkDesign,
  designChanges,
  needsCurrentDesign,
  type DesignBody,
  type DesignInput,
} from '../../design/changes';
import { hasImagesToCompare, IMAGE_KEYS, newImages, type ImageKey } from '../../design/designJson';
import { knownDesign, readDesign, type Design } from '../../design/fields';
import { checkStampCard, isUnpaired } from '../../design/stampCard';
import { ServiceError, checkAll, isServiceError } from '../../errors/serviceError';
import type { InputOf } from '../../fields';
import type { FileSource } from '../../fields/file';
import type { ServiceClient } from '../../http/client';
import { openImage, readImage, type OpenedImage } from '../file/image';
import type { Context } from '../context';
import { designInputs } from './inputs';

/** Inputs of Create and Update that make up the design. */
type DesignInputs = InputOf<typeof designInputs> & Pick<DesignInput, 'useStampCollection'>;

/** An image, which may already be a file of the service. */
interface NamedImage<S> {
  /** Key in the design, e.g. `logo`. */
  key: ImageKey;
  source: { fileId: string } | S;
  /** Key of the input that the image comes from: the same key, or `designJson`. */
  field: string;
}
/** An image as entered; nothing has been read. */
type InputImage = NamedImage<Exclude<FileSource, { fileId: string }>>;
/** An image whose type and known size have been checked. */
type PreparedImage = NamedImage<OpenedImage>;

/** A design that has passed every check. Nothing has been written yet. */
interface PreparedDesign {
  /** The design without its images. */
  changes: DesignBody;
  images: PreparedImage[];
}

/**
 * Checks a design and builds the request. Opens the images and, if necessary, reads the template; writes
 * nothing.
 * @param target a new template of a type, or an existing template
 * @throws {ServiceError} `invalidInput` naming the problems of the design, or else every refused image; or why the
 *   template cannot be read
 */
export async function prepareDesign(
  context: Context,
  input: DesignInputs,
  target: { type: string } | { templateId: string },
): Promise<PreparedDesign> {
  checkDesign(input);
  const current =
    'type' in target
      ? readDesign({ ...target, pass: {} })
      : await currentDesign(context, input, target.templateId);
  const changes = designChanges(input, current);
  const images = inputImages(input, current);
  const [, ...prepared] = await checkAll(
    () => checkStampCard(input, changes, images, current),
    ...images.map((image) => () => withUpload(image, openImage)),
  );
  return { changes, images: prepared };
}

/**
 * Reads the template if the IDs or images of the change depend on it, or if the service could refuse it after an
 * upload.
 */
async function currentDesign(
  { templates }: Context,
  input: DesignInputs,
  templateId: string,
): Promise<Design | undefined> {
  const isRequired = needsCurrentDesign(input) || hasImagesToCompare(input.designJson);
  const images = inputImages(input);
  const mayFailAfterUpload = images.some(isUpload) && isUnpaired(images);
  if (!isRequired && !mayFailAfterUpload) return undefined;
  const template = await templates.get(templateId).catch((thrown: unknown) => {
    if (!isServiceError(thrown, 'missingScope')) throw thrown;
    if (isRequired) throw thrown.with({ fix: `${thrown.fix} ${WITHOUT_READING_FIX}` });
    return undefined;
  });
  const design = template && knownDesign(template);
  if (isRequired && !design) throw unreadableDesign();
  return design;
}

const WITHOUT_READING_FIX =
  "Or enter a 'Field ID' for every field and provide every image as a file: without them, the template has to be read so that no value is lost.";

function unreadableDesign(): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    field: 'templateId',
    message:
      "The design of the chosen 'Template' can't be read, so the IDs of its fields are unknown",
    fix: "Enter a 'Field ID' for every field, and provide every image as a file.",
  });
}

/**
 * The images of the image inputs and, for keys without such an input, of Design (JSON).
 * @param current design of the template; images it already has are skipped
 */
function inputImages(input: DesignInputs, current?: Design): InputImage[] {
  const single = IMAGE_KEYS.flatMap((key): InputImage[] => {
    const source = input[key];
    return source ? [{ key, source, field: key }] : [];
  });
  const ofJson = newImages(input.designJson, current)
    .filter(({ key }) => input[key] === undefined)
    .map((image) => ({ ...image, field: 'designJson' }));
  return [...single, ...ofJson];
}

/** Applies one step of the upload to an image. A file of the service needs none. */
async function withUpload<S extends object, R>(
  { key, source, field }: NamedImage<S>,
  step: (source: S, label: string, key: string) => Promise<R>,
): Promise<NamedImage<R>> {
  if ('fileId' in source) return { key, source, field };
  return { key, source: await step(source, designInputs[key].label, key), field };
}

/** Whether the image has to be uploaded, as opposed to a file the service already has. */
function isUpload({ source }: NamedImage<object>): boolean {
  return !('fileId' in source);
}

/**
 * Uploads the images that are not files of the service yet.
 * @param templateId template to file them under; `undefined` for a new template
 * @returns the image keys of the `pass` object
 * @throws {ServiceError} naming the input of a refused image
 */
export async function uploadImages(
  { client }: Context,
  images: readonly PreparedImage[],
  templateId?: string,
): Promise<Partial<Record<ImageKey, { fileId: string }>>> {
  // Read all images before the first upload.
  const read = await checkAll(...images.map((image) => () => withUpload(image, readImage)));
  const uploads = read.map((image) =>
    withUpload(image, (content) => uploadOne(client, image, content, templateId)),
  );
  // Await all uploads before throwing, so that none is still running.
  await Promise.allSettled(uploads);
  return Object.fromEntries((await Promise.all(uploads)).map(({ key, source }) => [key, source]));
}

async function uploadOne(
  client: ServiceClient,
  image: NamedImage<Upload>,
  content: Upload,
  templateId: string | undefined,
): Promise<{ fileId: string }> {
  const metadata = { purpose: `template_${image.key}`, templateId };
  const { id: fileId } = await uploadFile(client, content, metadata).catch((thrown: unknown) => {
    throw isServiceError(thrown, 'invalidInput') ? withInputName(image, thrown) : thrown;
  });
  return { fileId };
}

function withInputName({ key, field }: NamedImage<unknown>, refusal: ServiceError): ServiceError {
  const name = field === key ? `'${designInputs[key].label}'` : `'Design (JSON)' at ${key}`;
  return refusal.with({ field, message: `${name}: ${refusal.message}` });
}
