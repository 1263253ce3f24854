import type { Scale, StoredFile } from '../../state/fileEntities';
import type { State } from '../../state/state';

/** URL of a file's image; it returns 404 once the file is deleted. */
export function fileUrl(state: State, id: string, scale: Scale = '1x'): string {
  return `${state.baseUrl}/images/${id}${scale === '1x' ? '' : `@${scale}`}`;
}

/** A file in a response, in snake case. */
export function fileView(state: State, file: StoredFile) {
  const scales = Object.keys(file.variants) as Scale[];
  return {
    id: file.id,
    object: 'file',
    url: fileUrl(state, file.id),
    purpose: file.purpose,
    mime_type: file.image.mime,
    size: file.image.size,
    width: file.image.width,
    height: file.image.height,
    variants:
      scales.length === 0
        ? null
        : Object.fromEntries(scales.map((scale) => [scale, fileUrl(state, file.id, scale)])),
    template_id: file.templateId,
    source_url: file.sourceUrl,
    created: file.created,
    ...(file.logo?.solidBackground === true && { logo: logoForms(state, file.logo.originalId) }),
  };
}

/** The variants of a logo by treatment; a list for `onecolor`, one per color. */
function logoForms(state: State, originalId: string) {
  const forms = formsOf(state, originalId);
  const idOf = (treatment: string) => forms.find(({ logo }) => logo?.treatment === treatment)?.id;
  return {
    original: idOf('original'),
    transparent: idOf('transparent'),
    onecolor: forms
      .filter(({ logo }) => logo?.treatment === 'onecolor')
      .map(({ id, logo }) => ({ id, color: logo?.color })),
  };
}

/** Every file created from one uploaded logo, the upload first. */
export function formsOf(state: State, originalId: string): StoredFile[] {
  return state.files.all().filter(({ logo }) => logo?.originalId === originalId);
}
