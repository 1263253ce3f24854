import type { TemplateDraft } from './templateDraft';

/** A gift card with its remaining balance, number and PIN. */
export const giftCard: TemplateDraft = {
  name: 'Pine Bookshop Gift Card',
  type: 'giftCard',
  age: 150,
  design: (art) => ({
    backgroundColor: '#0f5c4a',
    adjustTextColor: true,
    logo: art('bookshop-logo'),
    icon: art('bookshop-icon'),
    strip: art('bookshop-strip'),
    header: { id: 'balance', label: 'Balance' },
    rows: [
      [
        { id: 'cardNumber', label: 'Card number' },
        { id: 'currencyCode', label: 'Currency' },
      ],
      [{ id: 'giftFrom', label: 'From' }, {}, { id: 'giftTo', label: 'To' }],
    ],
    linkRows: [
      { id: 'pin', label: 'PIN' },
      { id: 'giftMessage', label: 'Message' },
    ],
    barcode: true,
    barcodeType: 'pdf417',
    locations: [],
  }),
};
