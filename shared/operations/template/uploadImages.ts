import { getFile, uploadFile } from '../../api/files';
import { unknownTemplate } from '../../api/templates';
import { isServiceError } from '../../errors/serviceError';
import type { ServiceError } from '../../errors/serviceError';
import type { ServiceClient } from '../../http/client';
import type { ImageKey } from '../../service/designImages';
import type { OperationContext } from '../operation';
import type { PreparedImage } from './imageInputs';
import { isUpload } from './imageInputs';
import { designInputs } from './inputs';

/**
 * Uploads the images that are not files of the service yet.
 * @param templateId template to file them under; `undefined` for a new template
 * @returns the image keys of the `pass` object
 * @throws {ServiceError} naming the input of a refused image
 */
export async function uploadImages(
  { client }: OperationContext,
  images: readonly PreparedImage[],
  templateId?: string,
): Promise<Partial<Record<ImageKey, { fileId: string }>>> {
  await checkFileIds(client, images);
  const uploads = images.map(async (image) => {
    const { key, source } = image;
    if ('fileId' in source) return [key, { fileId: source.fileId }] as const;
    const metadata = { purpose: `template_${key}`, templateId };
    const { id } = await uploadFile(client, source, metadata).catch((thrown: unknown) => {
      if (templateId !== undefined && isServiceError(thrown, 'notFound')) {
        return unknownTemplate(templateId)(thrown);
      }
      throw isServiceError(thrown, 'invalidInput') ? withInputName(image, thrown) : thrown;
    });
    return [key, { fileId: id }] as const;
  });
  // Await all uploads before throwing, so that none is still running.
  await Promise.allSettled(uploads);
  return Object.fromEntries(await Promise.all(uploads));
}

/** Refuses a wrong file ID before the other images are uploaded in vain. */
async function checkFileIds(
  client: ServiceClient,
  images: readonly PreparedImage[],
): Promise<void> {
  if (!images.some(isUpload)) return;
  await Promise.all(
    images.map(async (image) => {
      if (!('fileId' in image.source)) return;
      await getFile(client, image.source.fileId).catch((thrown: unknown) => {
        // A key without permission to read files can still use them.
        if (isServiceError(thrown, 'missingScope')) return;
        throw isServiceError(thrown, 'invalidInput') || isServiceError(thrown, 'notFound')
          ? withInputName(image, thrown)
          : thrown;
      });
    }),
  );
}

function withInputName({ key, field }: PreparedImage, refusal: ServiceError): ServiceError {
  const name = field === key ? `'${designInputs[key].label}'` : `'Design (JSON)' at ${key}`;
  return refusal.with({ field, message: `${name}: ${refusal.message}` });
}
