import { expect, test } from 'vitest'
import { createCloud } from '../../../mocks/cloud.ts'
import { serveCloud } from '../../../mocks/hosts/http-server.ts'
import { PLATFORM_NAMES } from '../../../mocks/platforms/platform.ts'
import { supervisorSession } from './supervisor-session.ts'

test.each(PLATFORM_NAMES)(
  'a supervisor is answered as by the real platform, by the %s one',
  async (platform) => {
    const cloud = createCloud({ scenario: 'first-look', platform, at: Date.now() })
    const served = await serveCloud({ cloud })
    try {
      const { answered, measured } = await supervisorSession(served.url, platform)
      expect(answered).toEqual(measured)
    } finally {
      await served.close()
      cloud.dispose()
    }
  },
)
