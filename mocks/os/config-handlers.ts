import { session } from '../access/sessions.ts'
import { empty, json, text } from '../http/request-context.ts'
import type { DeviceEndpoints } from '../http/request-context.ts'
import { MOCK_HEADERS } from '../http/responses.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import type { deviceTypeHandlers } from './device-type-handlers.ts'

/** Demo users with experimental features of the device table. */
const experiments: Readonly<Record<string, Readonly<Record<string, boolean>>>> = {
  mel: { 'column-ordering': false, 'reduced-default-device-columns-and-reordering': true },
  sue: { 'column-ordering': false, 'reduced-default-device-columns': true },
}

/** The configuration of the VPN client of devices; '' without a VPN. */
const vpnConfigOf = ({ vpnEndpoint }: DeviceEndpoints): string =>
  vpnEndpoint === undefined
    ? ''
    : ['client', `remote ${vpnEndpoint} 443`, 'resolv-retry infinite', ''].join('\n')

/** The configuration of platform and clients, which pages read first. */
export const configHandlers: Omit<ServiceHandlers<'config'>, keyof typeof deviceTypeHandlers> = {
  'config.ping': () => text('OK'),

  'config.connectivityCheck': () => empty(204),

  'config.platform': ({ cloud }) => ({
    status: 200,
    kind: 'json',
    headers: MOCK_HEADERS,
    json: {
      deployment: 'simulated',
      deviceUrlsBase: cloud.deviceUrlsBase,
      adminUrl: null,
      gitServerUrl: 'git.flotilla.test',
      // Not a valid token, so no analytics are sent.
      mixpanelToken: 'balena-main',
      intercomAppId: null,
      recurlyPublicKey: null,
      stripePublicKey: null,
      freezeBillingVersions: [],
      DEVICE_ONLINE_ICON: null,
      DEVICE_OFFLINE_ICON: null,
      signupCodeRequired: false,
      supportedSocialProviders: ['github', 'google', 'saml'],
    },
  }),

  'config.featureFlags'(context) {
    const name = context.store.rows('user').reader('username')(session(context).user)
    return json({
      'column-ordering': true,
      'reduced-default-device-columns': false,
      'reduced-default-device-columns-and-reordering': false,
      ...experiments[name],
    })
  },

  'config.hostServices': ({ url, store, cloud: { deviceEndpoints } }) =>
    json({
      services: {
        openvpn: { config: vpnConfigOf(deviceEndpoints), ca: '' },
        ssh: { authorized_keys: '' },
      },
      config: { overrides: store.platform.name === 'open' ? {} : { logsEndpoint: url.origin } },
      schema_version: '1.0.0',
    }),
}
