// What a world file can have. Apart from its schema, because a capture in live mode needs it without the simulation.

/** Larger than a captured account with a group for each device; larger ones are not read. */
export const MAX_KILOBYTES = 4_000
export const MAX_DEVICES = 100_000
export const MAX_IMAGES = 4_000
/** Enough for a group for each device of a captured fleet. */
export const MAX_GROUPS = 2_000
export const MAX_FLEETS = 500
export const MAX_PEOPLE = 1_000
export const MAX_RELEASES = 300
export const MAX_SERVICES = 40
export const MAX_PLACES = 500

export const deviceTypes = [
  'raspberrypi5',
  'raspberrypi4-64',
  'raspberrypi0-2w-64',
  'raspberrypi3',
  'raspberry-pi',
  'jetson-orin-nano',
  'intel-nuc',
  'generic-amd64',
  'beaglebone-black',
] as const

export const plans = ['free', 'prototype-v2', 'pilot-v2', 'production-v2', 'enterprise-v2'] as const
