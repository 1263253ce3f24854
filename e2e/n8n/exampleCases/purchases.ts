/** Stamps, points and gift cards. */

import type { ServerState } from '../../../test/examples/serverState';
import { type Start, type Outputs, type Happening, points } from './happening';

export const PURCHASES: Record<string, Happening[]> = {
  'purchase-to-stamp': [
    {
      what: 'a first purchase',
      start: purchase('R-20417', 3),
      outputs: { 'Respond: Stamps': [{ responseBody: { stamps: 3, cardSize: 10 } }] },
      serverState: {
        passes: { stampCard: { 'C-1042': { collectedStamps: 3 } } },
        emails: ['ana@example.com'],
      },
    },
    {
      what: 'a purchase that fills the card',
      start: purchase('R-20533', 7),
      outputs: { 'Respond: Reward': [{ responseBody: { stamps: 0, cardSize: 10 } }] },
      outputsAgain: {
        'Respond: Reward': [],
        'Respond: Stamps': [{ responseBody: { stamps: 0, cardSize: 10 } }],
      },
      serverState: {
        passes: {
          stampCard: { 'C-1042': { collectedStamps: 0, totalCollected: 10 } },
          offer: {
            'C-1042-reward-10': {
              redemptionValue: '2000000000015',
              customFields: { discount: '1 free coffee' },
            },
          },
        },
        emails: ['ana@example.com', 'ana@example.com'],
      },
    },
    {
      what: 'a purchase on the next round',
      start: purchase('R-20610', 1),
      outputs: { 'Respond: Stamps': [{ responseBody: { stamps: 1, cardSize: 10 } }] },
      serverState: {
        passes: {
          stampCard: { 'C-1042': { collectedStamps: 1, totalCollected: 11 } },
          offer: { 'C-1042-reward-10': {} },
        },
        emails: ['ana@example.com', 'ana@example.com'],
      },
    },
    {
      what: 'a purchase without drinks',
      start: purchase('R-20611', 0),
      outputs: {
        'Respond: Problem': [{ options: { responseCode: 422 } }],
      },
      serverState: stampedCard(1),
    },
    {
      what: 'a purchase of which a part is refunded later',
      start: purchase('R-20612', 4),
      outputs: { 'Respond: Stamps': [{ responseBody: { stamps: 5 } }] },
      serverState: stampedCard(5),
    },
    {
      what: 'a refund',
      start: refund('RF-1', 'C-1042', 2),
      outputs: { 'Respond: Stamps': [{ responseBody: { stamps: 3, cardSize: 10 } }] },
      serverState: stampedCard(3),
    },
    {
      what: 'another refund of the same purchase',
      start: refund('RF-2', 'C-1042', 2),
      outputs: { 'Respond: Stamps': [{ responseBody: { stamps: 1 } }] },
      serverState: stampedCard(1),
    },
    {
      what: 'a refund of more drinks than there are stamps',
      start: refund('RF-3', 'C-1042', 3),
      outputs: { 'Respond: Stamps': [{ responseBody: { stamps: 0 } }] },
      serverState: stampedCard(0),
    },
    {
      what: 'a refund to a customer without a card',
      start: refund('RF-4', 'C-9999', 1),
      outputs: { 'Respond: Problem': [{ options: { responseCode: 422 } }] },
      serverState: stampedCard(0),
    },
  ],
  'purchase-to-points': [
    {
      what: 'an order of somebody with a card, whose email has another case',
      before: { issued: [points('RR-5001', '100'), points('RR-5002', '5')] },
      start: order('R-1', 'RR-5001@Example.com', '18.50'),
      outputs: answered('Done', { done: true, balance: 118 }),
      outputsAgain: answered('Repeated', { done: false, repeated: true }),
      serverState: pointsCards({ 'RR-5001': 118, 'RR-5002': '5' }),
    },
    {
      what: 'a part of it is refunded',
      start: refundOf('RF-1', 'rr-5001@example.com', '8.50'),
      outputs: answered('Done', { done: true, balance: 110 }),
      outputsAgain: answered('Repeated', { done: false, repeated: true }),
      serverState: pointsCards({ 'RR-5001': 110, 'RR-5002': '5' }),
    },
    {
      what: 'a refund of more than the balance',
      start: refundOf('RF-2', 'rr-5002@example.com', '30.00'),
      outputs: answered('Done', { done: true, balance: 0, stoppedAtZero: true }),
      outputsAgain: answered('Repeated', { done: false, repeated: true }),
      serverState: pointsCards({ 'RR-5001': 110, 'RR-5002': 0 }),
    },
    {
      what: 'an order of somebody without a card',
      start: order('R-2', 'noah@example.com', '20.00'),
      outputs: answered('Not Done', {
        done: false,
        error: expect.stringContaining('noah@example.com'),
      }),
      outputsAgain: answered('Repeated', { done: false, repeated: true }),
      serverState: pointsCards({ 'RR-5001': 110, 'RR-5002': 0 }),
    },
    {
      what: 'an order of a family that shares an address',
      before: { issued: [{ ...points('RR-5003', '1'), email: 'rr-5001@example.com' }] },
      start: order('R-3', 'rr-5001@example.com', '20.00'),
      outputs: answered('Not Done', {
        done: false,
        error: expect.stringMatching(/RR-5003.*RR-5001/),
      }),
      outputsAgain: answered('Repeated', { done: false, repeated: true }),
      serverState: pointsCards({ 'RR-5001': 110, 'RR-5002': 0, 'RR-5003': '1' }),
    },
  ],
  'gift-card': [
    {
      what: 'a card is ordered',
      start: {
        by: 'webhook',
        node: 'Ordered or Topped Up',
        body: {
          orderId: 'ORD-9001',
          cardNumber: '006100000042',
          amount: 50,
          email: 'mei@example.com',
          name: 'Mei Tanaka',
        },
      },
      outputs: {
        'Respond: Done': [{ responseBody: { balance: 50, link: expect.stringMatching(/^http/) } }],
      },
      outputsAgain: repeated(),
      serverState: giftCardWith(50),
    },
    {
      what: 'it is topped up',
      start: {
        by: 'webhook',
        node: 'Ordered or Topped Up',
        body: {
          orderId: 'ORD-9002',
          cardNumber: '006100000042',
          amount: 12.5,
          email: 'mei@example.com',
          name: 'Mei Tanaka',
        },
      },
      outputs: { 'Respond: Done': [{ responseBody: { balance: 62.5 } }] },
      outputsAgain: repeated(),
      serverState: giftCardWith(62.5),
    },
    {
      what: 'somebody uses it',
      start: redemption('ORD-9003', 20),
      outputs: { 'Respond: Done': [{ responseBody: { done: true, balance: 42.5 } }] },
      outputsAgain: repeated(),
      serverState: giftCardWith(42.5),
    },
    {
      what: 'somebody tries to use more than the balance',
      start: redemption('ORD-9004', 100),
      outputs: notDone({ balance: 42.5 }),
      outputsAgain: repeated(),
      serverState: giftCardWith(42.5),
    },
    {
      what: 'somebody uses an unknown card',
      start: {
        by: 'webhook',
        node: 'Card Used',
        body: { orderId: 'ORD-9005', cardNumber: '0', amount: 5 },
      },
      outputs: notDone({}),
      outputsAgain: repeated(),
      serverState: giftCardWith(42.5),
    },
  ],
};

function purchase(orderId: string, drinks: number): Start {
  return {
    by: 'webhook',
    node: 'New Purchase',
    body: { orderId, customerId: 'C-1042', name: 'Ana Souza', email: 'ana@example.com', drinks },
  };
}

function refund(refundId: string, customerId: string, drinks: number): Start {
  return { by: 'webhook', node: 'Purchase Refunded', body: { refundId, customerId, drinks } };
}

function order(orderId: string, email: string, total: string): Start {
  return { by: 'webhook', node: 'New Order', body: { orderId, email, total } };
}

function refundOf(refundId: string, email: string, amount: string): Start {
  return { by: 'webhook', node: 'Order Refunded', body: { refundId, email, amount } };
}

/** The only response of purchase-to-points: always 200, so that no shop turns the webhook off. */
function answered(by: 'Done' | 'Not Done' | 'Repeated', body: object): Outputs {
  const none = ['Done', 'Not Done', 'Repeated'].map((one) => [`Respond: ${one}`, []]);
  const answer = { responseBody: body, options: { responseCode: 200 } };
  return { ...(Object.fromEntries(none) as Outputs), [`Respond: ${by}`]: [answer] };
}

/** Loyalty cards with these balances. */
function pointsCards(balances: Record<string, unknown>): ServerState {
  const cards = Object.entries(balances).map(([externalId, balance]) => [
    externalId,
    { templateFields: { balance } },
  ]);
  return { passes: { loyalty: Object.fromEntries(cards) as Record<string, object> } };
}

/** The stamp card after its first round, with the coupon of that round. */
function stampedCard(collectedStamps: number): ServerState {
  return {
    passes: {
      stampCard: { 'C-1042': { collectedStamps } },
      offer: { 'C-1042-reward-10': { isValid: true } },
    },
    emails: ['ana@example.com', 'ana@example.com'],
  };
}

function redemption(orderId: string, amount: number): Start {
  const body = { orderId, cardNumber: '006100000042', amount };
  return { by: 'webhook', node: 'Card Used', body };
}

function repeated(): Outputs {
  const answer = { responseBody: { done: false, repeated: true }, options: { responseCode: 409 } };
  return { 'Respond: Done': [], 'Respond: Repeated': [answer] };
}

function notDone(body: object): Outputs {
  const answer = { responseBody: { done: false, ...body }, options: { responseCode: 422 } };
  return { 'Respond: Done': [], 'Respond: Not Done': [answer] };
}

function giftCardWith(balance: number): ServerState {
  return {
    passes: { giftCard: { '006100000042': { templateFields: { balance } } } },
    emails: ['mei@example.com'],
  };
}
