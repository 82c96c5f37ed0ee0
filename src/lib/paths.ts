/** Classes of applications; each is the prefix of its own pages (spec 2 §2). */
export type ApplicationClass = 'fleet' | 'app' | 'block'

type Id = number | string

const queryOf = (values: Record<string, string | undefined>) => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, value)
  return query.size === 0 ? '' : `?${query}`
}

/** The address of every page. The router's patterns, links and browser tests all come from here. */
export const paths = {
  home: () => '/',
  login: (options: { redirect?: string; ended?: string } = {}) =>
    `/login${queryOf({ redirect: options.redirect, ended: options.ended })}`,
  twoFactor: () => '/login/two-factor',
  notFound: () => '/404',

  applications: (of: ApplicationClass) => `/${of}s`,
  fleets: () => '/fleets',
  apps: () => '/apps',
  blocks: () => '/blocks',

  application: (id: Id, of: ApplicationClass = 'fleet') => `/${of}s/${id}`,
  fleet: (id: Id) => `/fleets/${id}`,
  fleetDevices: (id: Id) => `/fleets/${id}/devices`,
  fleetVariables: (id: Id) => `/fleets/${id}/envvars`,
  fleetConfiguration: (id: Id) => `/fleets/${id}/config`,

  devices: () => '/devices',
  device: (uuid: string) => `/devices/${uuid}`,
  deviceVariables: (uuid: string) => `/devices/${uuid}/envvars`,
  deviceConfiguration: (uuid: string) => `/devices/${uuid}/config`,
} as const
