/** The JSON Schema of a configuration variable, with additional fields for forms. */
export interface VariableSchema {
  type?: string
  description: string
  enum?: string[]
  oneOf?: { const: number; title: string }[]
  default?: string | number
  minimum?: number
  maximum?: number
  maxLength?: number
  pattern?: string
  format?: string
  will_reboot?: boolean
  warning?: string
  examples?: (string | number)[]
}

const toggle = (description: string, off: string, on: string, initial: string): VariableSchema => ({
  enum: [off, on],
  type: 'string',
  default: initial,
  description,
})

const general: Record<string, VariableSchema> = {
  RESIN_SUPERVISOR_CONNECTIVITY_CHECK: toggle(
    'Enable / Disable VPN connectivity check. Only supported by supervisor versions >= v1.3.0.',
    'false',
    'true',
    'true',
  ),
  RESIN_SUPERVISOR_LOG_CONTROL: toggle(
    'Enable / Disable logs from being sent to the cloud. Only supported by supervisor versions >= v1.3.0.',
    'false',
    'true',
    'true',
  ),
  RESIN_SUPERVISOR_POLL_INTERVAL: {
    type: 'integer',
    minimum: 600_000,
    maximum: 86_400_000,
    default: 600_000,
    description:
      'Define the API poll interval in milliseconds. Only supported by supervisor versions >= v1.3.0.',
  },
  RESIN_SUPERVISOR_VPN_CONTROL: {
    ...toggle(
      'Enable / Disable VPN. Only supported by supervisor versions >= v1.3.0.',
      'false',
      'true',
      'true',
    ),
    warning: 'Disabling the VPN makes the device unreachable for actions, terminals and public URLs.',
  },
  RESIN_SUPERVISOR_PERSISTENT_LOGGING: {
    ...toggle(
      'Enable persistent logging. Only supported by supervisor versions >= v7.15.0.',
      'false',
      'true',
      'false',
    ),
    will_reboot: true,
  },
  RESIN_SUPERVISOR_INSTANT_UPDATE_TRIGGER: toggle(
    'Enable / Disable instant triggering of updates when a new release is deployed. Only supported by supervisor versions >= v9.13.0.',
    'false',
    'true',
    'true',
  ),
  RESIN_OVERRIDE_LOCK: {
    type: 'integer',
    minimum: 0,
    maximum: 1,
    default: 0,
    description: 'Override existing update lock(s). Only supported by supervisor versions >= v1.0.0.',
    examples: [0, 1],
  },
  BALENA_HOST_SPLASH_IMAGE: {
    type: 'string',
    format: 'data-url',
    pattern: '^data:image/png;base64,.+',
    maxLength: 13_400,
    will_reboot: true,
    description:
      'Define the PNG image to be used for the boot splash screen. Only supported by supervisor versions >= v12.3.0.',
  },
  BALENA_SUPERVISOR_HARDWARE_METRICS: toggle(
    'Toggle hardware metrics reporting to the cloud. Only supported by supervisor versions >= v12.8.0.',
    'false',
    'true',
    'true',
  ),
}

const reboots = (schema: VariableSchema): VariableSchema => ({ ...schema, will_reboot: true })

const raspberryPi: Record<string, VariableSchema> = {
  RESIN_HOST_CONFIG_disable_splash: reboots(
    toggle(
      'Enable / Disable the rainbow splash screen. Only supported by supervisor versions >= v1.0.0.',
      '0',
      '1',
      '1',
    ),
  ),
  RESIN_HOST_CONFIG_dtparam: reboots({
    type: 'string',
    default: '"i2c_arm=on","spi=on","audio=on"',
    description: 'Define DT parameters. Only supported by supervisor versions >= v1.0.0.',
    examples: ['"i2c_arm=on"', '"spi=on","audio=on"'],
  }),
  RESIN_HOST_CONFIG_dtoverlay: reboots({
    type: 'string',
    description: 'Define DT overlays. Only supported by supervisor versions >= v1.0.0.',
    examples: ['"i2c-rtc,ds1307","lirc-rpi"'],
  }),
  RESIN_HOST_CONFIG_enable_uart: reboots(
    toggle('Enable / Disable UART. Only supported by supervisor versions >= v1.0.0.', '0', '1', '1'),
  ),
  RESIN_HOST_CONFIG_gpu_mem: reboots({
    type: 'integer',
    default: 16,
    minimum: 16,
    description: 'Define device GPU memory in megabytes. Only supported by supervisor versions >= v1.0.0.',
  }),
  RESIN_HOST_CONFIG_gpio: reboots({
    type: 'string',
    description: 'Initialize GPIO pins. Only supported by supervisor versions >= v9.13.0.',
    examples: ['"16-21=op,dh"'],
  }),
  BALENA_HOST_CONFIG_hdmi_cvt: reboots({
    type: 'string',
    description: 'Define a custom CVT mode for the HDMI. Only supported by supervisor versions >= v1.0.0.',
  }),
  BALENA_HOST_CONFIG_hdmi_force_hotplug: reboots({
    type: 'integer',
    default: 0,
    minimum: 0,
    maximum: 1,
    description: 'Force the HDMI hotplug signal. Only supported by supervisor versions >= v1.0.0.',
  }),
  BALENA_HOST_CONFIG_hdmi_group: reboots({
    type: 'integer',
    default: 0,
    description: 'Define the HDMI output group. Only supported by supervisor versions >= v1.0.0.',
  }),
  BALENA_HOST_CONFIG_hdmi_mode: reboots({
    type: 'integer',
    default: 1,
    description: 'Define the HDMI output format. Only supported by supervisor versions >= v1.0.0.',
  }),
  BALENA_HOST_CONFIG_display_rotate: reboots({
    type: 'string',
    default: '0',
    description:
      'Define the rotation or flip of the display. Only supported by supervisor versions >= v1.0.0.',
  }),
}

const secondHdmi = (name: string): string => `${name}:1`

const raspberryPi4: Record<string, VariableSchema> = Object.fromEntries(
  [
    'BALENA_HOST_CONFIG_hdmi_force_hotplug',
    'BALENA_HOST_CONFIG_hdmi_group',
    'BALENA_HOST_CONFIG_hdmi_mode',
  ].map((name) => [secondHdmi(name), raspberryPi[name] ?? { description: name }]),
)

const jetson: Record<string, VariableSchema> = {
  RESIN_HOST_EXTLINUX_fdt: reboots({
    type: 'string',
    description:
      'Define the file name of the DTB to be used. Only supported by supervisor versions >= v9.3.0.',
  }),
  RESIN_HOST_EXTLINUX_isolcpus: reboots({
    type: 'string',
    description: 'Define CPU core isolation. Only supported by supervisor versions >= v9.3.0.',
    examples: ['1,2,3'],
  }),
}

const jetsonOrin: Record<string, VariableSchema> = {
  BALENA_HOST_CONFIG_power_mode: reboots({
    type: 'string',
    description: 'Define the power mode. Only supported by supervisor versions >= v16.10.0.',
    examples: ['low', 'mid', 'high'],
  }),
  BALENA_HOST_CONFIG_fan_profile: {
    type: 'string',
    description: 'Define the fan profile. Only supported by supervisor versions >= v16.10.0.',
    examples: ['quiet', 'default', 'cool'],
  },
}

/** The known configuration variables. Those of special hardware are included for its device type (docs/platform/configuration-variables.md). */
export function variableSchemas(deviceType: string | undefined): Record<string, VariableSchema> {
  if (deviceType === undefined) return general
  const pi = deviceType.startsWith('raspberry')
  return {
    ...general,
    ...(pi ? raspberryPi : {}),
    ...(/^raspberrypi(4|5|400)/.test(deviceType) ? raspberryPi4 : {}),
    ...(deviceType.startsWith('jetson') ? jetson : {}),
    ...(deviceType.startsWith('jetson-orin') ? jetsonOrin : {}),
  }
}
