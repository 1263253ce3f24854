import type { TemplateDraft } from './templateDraft';

/** A points card: the type's own fields beside the designer's. */
export const loyalty: TemplateDraft = {
  name: 'Roastery Rewards',
  type: 'loyalty',
  age: 365,
  design: (art) => ({
    backgroundColor: '#f3e3c7',
    adjustTextColor: true,
    logo: art('roastery-logo'),
    icon: art('roastery-icon'),
    hero: art('roastery-hero'),
    strip: art('roastery-strip'),
    header: { id: 'balance', label: 'Points' },
    rows: [
      [
        { id: 'accountName', label: 'Member' },
        { id: 'rewards', label: 'Reward level' },
      ],
      [
        { id: 'favouriteDrink', label: 'Favourite drink' },
        {},
        { id: 'homeShop', label: 'Home shop' },
      ],
    ],
    linkRows: [
      { id: 'accountId', label: 'Member number' },
      { id: 'shopFinder', label: 'Find a shop' },
      { id: 'birthday', label: 'Birthday treat' },
    ],
    barcode: true,
    barcodeType: 'azteccode',
    locations: [],
  }),
};
