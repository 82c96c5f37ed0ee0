import { writtenWorld } from '../worlds/written-world.ts'

/** A card that its bank declines. */
export const paymentFails = writtenWorld(
  {
    name: 'payment-fails',
    title: 'A payment fails',
    description:
      'The card of Acme Logistics is declined: the bill of two days ago is open, and credits cannot be bought until another card is given.',
    people: ['ada'],
    devices: 122,
    tags: ['billing'],
  },
  { billing: { owedDays: 2 } },
)
