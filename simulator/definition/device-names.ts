import { draw, shuffled } from '../base/random.ts'

// Both lists are in alphabetical order, because sorting by name relies on it.
const ADJECTIVES = `
  able agile airy alert alpine amber ample ancient arctic ardent arid artful ashen astral autumn azure
  balmy bashful beaming billowing bitter black blazing blithe blue bold bonny boreal bouncy brave brazen
  breezy brief bright brisk broad bronze brown bubbly burly bushy busy calm candid careful cedar celtic
  charming cheerful chilly civil classic clean clear clever cloudy coastal cobalt cold comic cool copper
  coral cordial cosmic cosy crafty crimson crisp crystal curious curly daring dark dawn dazzling deep deft
  delicate dewy distant dizzy dry dusky dusty eager early earnest easy ebony elder electric emerald
  eminent enduring epic even evening fabled faint fair faithful falling famous fancy fast fearless feisty
  fertile festive fiery fine firm fleet floral flowing fluffy flying foggy fond forest formal fragrant
  free fresh friendly frosty frozen frugal full gallant gentle giant gifted gilded glad gleaming glossy
  glowing golden good graceful grand grassy great green grey happy hardy harvest hasty hazel hazy hearty
  hidden high hilly hollow holy honest hopeful humble hushed icy idle indigo inland iron ivory jade jaunty
  jolly jovial joyful jubilant just keen kind lasting late lavender lazy leafy lemon level light lilac
  limber lively local lofty lone long loud lovely loyal lucid lucky lunar lush magenta magic main majestic
  maple marble marine mauve mellow merry mighty mild minty misty modest mossy muddy mystic narrow native
  neat new nimble noble noisy nordic northern novel oaken olive opal open orange ornate oval pale pastel
  patient peaceful pearly perky pink placid plain playful pleasant plucky plum polar polished polite
  proper proud pure purple quaint quick quiet radiant rainy rapid rare raspy ready red regal restful ripe
  rising rocky rosy rough round royal ruby rugged rural rustic rusty sandy scarlet secret sepia serene
  shady sharp shining shy silent silky silver simple sleek sleepy slender slow small smart smooth snowy
  snug soaring social soft solar solemn solid sparkling spirited sprightly spring stable starry steady
  steep still stormy stout strong sturdy subtle sugary summer sunny super swift tall tame tangy tender
  thankful thirsty tidy tiny topaz tranquil true trusty turquoise twilight upbeat urban valiant vast
  velvet verdant vibrant violet vivid wandering warm wary wild willing windy winged winter wise witty
  wooden woolly young zealous zesty
`
  .trim()
  .split(/\s+/)

const NOUNS = `
  acorn adder albatross alder anchor antelope apple arbor arrow aspen atoll aurora avalanche badger bamboo
  barley basin bay beach beacon bear beaver bee beetle bell birch bison blossom boat bobcat boulder
  bramble branch breeze bridge brook buffalo bush butterfly buzzard cactus camel canary canoe canyon cape
  caribou castle cave cedar cheetah cherry chestnut cicada cliff cloud clover coast cobra comet condor
  coral cormorant cougar cove coyote crab crane creek cricket crow cypress daisy dale dawn deer delta
  desert dew dingo dolphin dove dragon drake dune dusk eagle echo eel egret elk elm ember ermine estuary
  falcon fawn feather fern ferret field finch fir firefly fjord flame flint flower fog forest fossil fox
  frog frost gannet garden garnet gazelle gecko geyser glacier glade glen goldfinch goose gorge granite
  grass grebe grouse grove gull hamlet harbor hare harrier harvest hawk hawthorn hazel heath hedgehog
  heron hill hollow horizon hornet hyena ibex ibis iguana inlet iris island ivy jackal jaguar jasmine jay
  juniper kelp kestrel kingfisher kite kiwi koala lagoon lake lantern larch lark laurel lava leaf lemming
  lemur leopard lichen lily lion lizard llama lobster locust loon lotus lynx magpie mallard manta maple
  marlin marmot marsh marten meadow meerkat mesa meteor mink mist mole mongoose monsoon moon moose moss
  moth mountain mouse mulberry muskrat narwhal nebula nest nettle newt night oak oasis ocean ocelot orca
  orchard orchid oriole osprey otter owl ox oyster palm panda panther parrot partridge path peak pear
  pebble pelican penguin pepper perch petal petrel pheasant pigeon pike pine plain planet plover plum
  polecat pond poplar poppy porpoise prairie puffin puma python quail quarry quartz rabbit raccoon rain
  raven ravine reed reef reindeer ridge river roadrunner robin rook rose rowan sable salmon sand sandpiper
  savanna seal sequoia shadow shark shell shore shrew shrike sky skylark slope snail snow spark sparrow
  spider spring squid squirrel stag star starling stone stork storm stream summit sun sunset surf swallow
  swan swift tapir tarn teal tern thicket thistle thrush thunder tide tiger timber toad tortoise toucan
  trail tree trout tulip tundra turtle valley viper vista volcano vole walnut walrus warbler wasp
  waterfall wave weasel whale wheat willow wind wolf wolverine wombat wood woodpecker wren yak yew zebra
  zephyr
`
  .trim()
  .split(/\s+/)

const PAIRS = ADJECTIVES.length * NOUNS.length
const SUFFIXES = 4096

/** The number of different names. */
export const NAMES = PAIRS * SUFFIXES

interface NameParts {
  adjective: number
  noun: number
  /** -1 while the pair is unused. */
  suffix: number
}

function nameParts(seed: number, index: number): NameParts {
  const round = Math.floor(index / PAIRS)
  const pair = shuffled(seed, index % PAIRS, PAIRS)
  // An odd step visits all suffixes of a pair before it repeats one.
  const suffix = round === 0 ? -1 : (draw(seed, pair) + (round - 1) * 1597) % SUFFIXES
  return { adjective: Math.floor(pair / NOUNS.length), noun: pair % NOUNS.length, suffix }
}

/**
 * The name of the device with that index: adjective-noun, with a number once all pairs are used (docs/decisions).
 * Indexes below `NAMES` get different names.
 */
export function deviceName(seed: number, index: number): string {
  const { adjective, noun, suffix } = nameParts(seed, index)
  const pair = `${ADJECTIVES[adjective]}-${NOUNS[noun]}`
  return suffix < 0 ? pair : `${pair}-${suffix}`
}

/** The name from a pattern: `{nnn}` is the number with at least three digits. */
export function numberedName(pattern: string, number: number): string {
  return pattern.replace(/\{(n+)\}/, (_, digits: string) => String(number).padStart(digits.length, '0'))
}

let suffixRanks: Uint16Array | undefined

function rankOfSuffix(suffix: number): number {
  if (!suffixRanks) {
    suffixRanks = new Uint16Array(SUFFIXES)
    const texts = Array.from({ length: SUFFIXES }, (_, i) => String(i)).sort()
    for (const [rank, text] of texts.entries()) suffixRanks[Number(text)] = rank + 1
  }
  return suffix < 0 ? 0 : (suffixRanks[suffix] ?? 0)
}

/** A number with the same order as the names: far cheaper than comparing a hundred thousand texts. */
export function deviceNameRank(seed: number, index: number): number {
  const { adjective, noun, suffix } = nameParts(seed, index)
  return (adjective * NOUNS.length + noun) * (SUFFIXES + 1) + rankOfSuffix(suffix)
}
