import type { FileSource } from '../../fields/file';
import type { TemplateDesign } from '../../service/design';
import { IMAGE_KEYS, newImages } from '../../service/designImages';
import type { ImageKey } from '../../service/designImages';
import { loadImage } from '../file/loadImage';
import type { LoadedImage } from '../file/loadImage';
import type { DesignInputs } from './designInputs';
import { designInputs } from './inputs';

interface DesignImage<S> {
  /** Key in the design, e.g. `logo`. */
  key: ImageKey;
  source: S;
  /** Key of the input the image comes from: the same key, or `designJson`. */
  field: string;
}
/** An image as given; nothing has been read. */
export type InputImage = DesignImage<FileSource>;
/** An image that is ready to be uploaded or used. */
export type PreparedImage = DesignImage<LoadedImage>;

/**
 * The images of the single inputs and, for keys without one, of Design (JSON).
 * @param current design of the template; images it already has are skipped
 */
export function inputImages(input: DesignInputs, current?: TemplateDesign): InputImage[] {
  const single = IMAGE_KEYS.flatMap((key): InputImage[] => {
    const source = input[key];
    return source ? [{ key, source, field: key }] : [];
  });
  const ofJson = Object.entries(newImages(input.designJson, current)) as [ImageKey, FileSource][];
  return [
    ...single,
    ...ofJson
      .filter(([key]) => input[key] === undefined)
      .map(([key, source]) => ({ key, source, field: 'designJson' })),
  ];
}

/** Reads an image before anything is uploaded, to check its size and type. */
export async function prepareImage({ key, source, field }: InputImage): Promise<PreparedImage> {
  return { key, source: await loadImage(source, designInputs[key].label, key), field };
}

/** Whether the image has to be uploaded, as opposed to a file the service already has. */
export function isUpload({ source }: InputImage | PreparedImage): boolean {
  return !('fileId' in source);
}
