/** Configurations that the page, and every script that reads one, refuses for the same reason. */
export const badConfigs: { what: string; config: string | null; key?: string; why: RegExp }[] = [
  {
    what: 'is missing',
    config: null,
    why: /^is missing\. Create it with at least \{ "mode": "simulated" \}$/,
  },
  { what: 'is not JSON', config: '{ mode: live }', why: /^is not valid JSON/ },
  { what: 'names no mode', config: '{}', key: 'mode', why: /^must be "simulated" or "live"$/ },
  {
    what: 'is live and has no address',
    config: '{"mode":"live"}',
    key: 'apiUrl',
    why: /^is required in live mode$/,
  },
  {
    what: 'has an address that is none',
    config: '{"mode":"live","apiUrl":"api.example.com"}',
    key: 'apiUrl',
    why: /^must be a full URL such as https:\/\/api\.example\.com$/,
  },
  {
    what: 'has a key with a slip of the pen',
    config: '{"mode":"live","apiURL":"https://api.example.com"}',
    key: 'apiURL',
    why: /^is not a known key; did you mean "apiUrl"\?$/,
  },
  {
    what: 'chooses a world in live mode',
    config: '{"mode":"live","apiUrl":"https://api.example.com","scenario":"release-day"}',
    key: 'scenario',
    why: /^is only for simulated mode$/,
  },
  {
    what: 'asks for half a device',
    config: '{"mode":"simulated","devices":0.5}',
    key: 'devices',
    why: /^must be a whole number from 1 to /,
  },
]
