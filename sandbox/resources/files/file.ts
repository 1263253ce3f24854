import type {
  FilePurpose,
  LogoForm,
  Scale,
  StoredFile,
  StoredImage,
} from '../../state/fileEntities';
import type { State } from '../../state/state';
import { resizeFor, type ImageBytes } from './image';

/** Values of a new file. */
export type NewFile = Pick<StoredFile, 'accountId' | 'templateId' | 'sourceUrl'>;

/** Images of a file to be stored. */
export interface FileImages {
  purpose: FilePurpose | null;
  image: ImageBytes;
  variants: [Scale, ImageBytes][];
}

/** The images of a file: resized for its purpose, or without one the unchanged upload. */
export async function imagesFor(
  upload: ImageBytes,
  purpose: FilePurpose | undefined,
): Promise<FileImages> {
  if (purpose === undefined) return { purpose: null, image: upload, variants: [] };
  const variants = await resizeFor(upload, purpose);
  return { purpose, image: variants[0]?.[1] ?? upload, variants };
}

/** Store a file. Bytes and record are added together, so that no deletion in between drops the bytes. */
export function storeFile(
  state: State,
  known: NewFile,
  { purpose, image, variants }: FileImages,
  logo?: (id: string) => LogoForm,
): StoredFile {
  const stored = ({ bytes, ...rest }: ImageBytes): StoredImage => ({
    ...rest,
    blob: state.files.putBlob(bytes),
    size: bytes.length,
  });
  const id = newFileId(state);
  const file: StoredFile = {
    id,
    ...known,
    purpose,
    image: stored(image),
    variants: Object.fromEntries(variants.map(([scale, bytes]) => [scale, stored(bytes)])),
    logo: logo?.(id),
    created: state.clock.now(),
  };
  state.files.add(file);
  return file;
}

/** `file_` and 32 hexadecimal digits. */
export function newFileId(state: State): string {
  return `file_${state.random.hex(32)}`;
}
