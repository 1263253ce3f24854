/** Records of uploaded files; the rules live in `resources/files`. */
import type { ImageKey } from './entities';

export const FILE_PURPOSES = [
  'template_logo',
  'template_icon',
  'template_hero',
  'template_strip',
  'template_thumbnail',
  'template_background',
  'template_stamp',
] as const satisfies readonly `template_${ImageKey}`[];
export type FilePurpose = (typeof FILE_PURPOSES)[number];

export const SCALES = ['1x', '2x', '3x'] as const;
export type Scale = (typeof SCALES)[number];

export const LOGO_TREATMENTS = ['original', 'transparent', 'onecolor'] as const;
export type LogoTreatment = (typeof LOGO_TREATMENTS)[number];

/** An image as served. */
export interface StoredImage {
  /** Name of its content; see `FileStore.blob`. */
  blob: string;
  mime: string;
  /** Bytes. */
  size: number;
  /** Pixels. */
  width: number;
  height: number;
}

/** Which variant of a logo a file is. */
export interface LogoForm {
  treatment: LogoTreatment;
  /** The original of this variant; an original refers to itself. */
  originalId: string;
  /** Only for a one-color variant, `#rrggbb`. */
  color?: string;
  /** Whether the original had a solid background. */
  solidBackground: boolean;
}

export interface StoredFile {
  id: string;
  accountId: string;
  purpose: FilePurpose | null;
  templateId: string | null;
  /** URL it was fetched from, if any. */
  sourceUrl: string | null;
  /** Content of `url`: the 1x image, or, without a purpose, the original upload. */
  image: StoredImage;
  /** Resized images; empty without a purpose. */
  variants: Partial<Record<Scale, StoredImage>>;
  /** Only on logos. */
  logo?: LogoForm;
  created: number;
}
