import type { TemplateDraft } from './templateDraft';

/** A membership card without pass type fields: all are the designer's. */
export const generic: TemplateDraft = {
  name: 'Harbour Library Card',
  type: 'generic',
  age: 410,
  design: (art) => ({
    backgroundColor: '#1f3a5f',
    adjustTextColor: true,
    logo: art('library-logo'),
    icon: art('library-icon'),
    thumbnail: art('library-thumbnail'),
    header: { id: 'memberNumber', label: 'Member number' },
    rows: [
      [{ id: 'memberName', label: 'Member' }, {}, { id: 'memberSince', label: 'Member since' }],
      [
        { id: 'homeBranch', label: 'Home branch' },
        { id: 'membershipLevel', label: 'Level' },
      ],
    ],
    linkRows: [
      { id: 'catalog', label: 'Search the catalog' },
      { id: 'openingHours', label: 'Opening hours' },
    ],
    barcode: true,
    barcodeType: 'code128',
    locations: [{ name: 'Main branch', latitude: 53.5436, longitude: 9.9881 }],
  }),
};
