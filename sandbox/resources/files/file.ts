import { badRequest, ServiceError } from '../../errors';
import type { Call } from '../../http/endpoint';
import type { FilePurpose, Image, Scale, StoredFile } from '../../state/entities';
import type { Random } from '../../state/random';
import type { State } from '../../state/state';
import { resizeFor } from './image';

/** `file_` and 32 hexadecimal digits. */
export function newFileId(random: Random): string {
  return `file_${random.hex(32)}`;
}

/**
 * The caller's file.
 * @throws ServiceError 400 `Invalid file id`, 403 another account's, 404 missing
 */
export function ownFile({ state, account }: Call, id: unknown): StoredFile {
  if (typeof id !== 'string' || !/^file_[0-9a-f]{32}$/.test(id)) {
    throw badRequest('Invalid file id');
  }
  const file = state.files.get(id);
  if (file === undefined) throw new ServiceError(404, `File ${id} not found`);
  if (file.accountId !== account.id) {
    throw new ServiceError(403, `File ${id} does not belong to this account`);
  }
  return file;
}

/** URL of a file's image; it returns 404 once the file is deleted. */
export function fileUrl(state: State, id: string, scale: Scale = '1x'): string {
  return `${state.baseUrl}/images/${id}${scale === '1x' ? '' : `@${scale}`}`;
}

/** A file in a response, in snake case. */
export function fileView(state: State, file: StoredFile) {
  const { id, image, logo, purpose, created } = file;
  const scales = Object.keys(file.variants) as Scale[];
  const urls = Object.fromEntries(scales.map((scale) => [scale, fileUrl(state, id, scale)]));
  return {
    id,
    object: 'file',
    url: fileUrl(state, id),
    purpose,
    mime_type: image.mime,
    ...{ size: image.bytes.length, width: image.width, height: image.height },
    variants: scales.length === 0 ? null : urls,
    template_id: file.templateId,
    source_url: file.sourceUrl,
    created,
    ...(logo?.solidBackground === true && { logo: logoVariants(state, logo.originalId) }),
  };
}

/** The IDs of a logo's variants by treatment; for `onecolor` a list, one per color. */
function logoVariants(state: State, originalId: string) {
  const variants = variantsOf(state, originalId);
  const idOf = (treatment: string) =>
    variants.find(({ logo }) => logo?.treatment === treatment)?.id;
  return {
    original: idOf('original'),
    transparent: idOf('transparent'),
    onecolor: variants
      .filter(({ logo }) => logo?.treatment === 'onecolor')
      .map(({ id, logo }) => ({ id, color: logo?.color })),
  };
}

/** Every file created from one uploaded logo, the upload first. */
export function variantsOf(state: State, originalId: string): StoredFile[] {
  return [...state.files.values()].filter(({ logo }) => logo?.originalId === originalId);
}

/**
 * Store an image: resized for its purpose, or without one unchanged.
 * @param logo which variant of a logo it is, given its ID
 */
export async function storeFile(
  state: State,
  known: Pick<StoredFile, 'accountId' | 'templateId' | 'sourceUrl'>,
  upload: Image,
  purpose: FilePurpose | undefined,
  logo?: (id: string) => StoredFile['logo'],
): Promise<StoredFile> {
  const resized = purpose === undefined ? [] : await resizeFor(upload, purpose);
  const id = newFileId(state.random);
  const { accountId, templateId, sourceUrl } = known;
  const file: StoredFile = {
    id,
    accountId,
    purpose: purpose ?? null,
    templateId,
    sourceUrl,
    image: resized[0]?.[1] ?? upload,
    variants: Object.fromEntries(resized),
    logo: logo?.(id),
    created: state.clock.now(),
  };
  state.files.set(id, file);
  return file;
}
