import type { BalenaSDK } from 'balena-sdk'
import { beforeAll, describe, expect, test } from 'vitest'
import { ACME, MINUTE, UNKNOWN_ID, ownFleet, ownRelease, pass } from '../own.ts'
import { firstOf } from '../sdk-world.ts'
import type { SdkWorld } from '../sdk-world.ts'

const NOT_FOUND = { code: 'BalenaReleaseNotFound' }
const UNAUTHORIZED = { statusCode: 401 }

/** `models.release` and `models.image`. */
export function releaseMethods(world: SdkWorld): void {
  describe('models.release and models.image', () => {
    let sdk: BalenaSDK
    let olive: BalenaSDK
    beforeAll(async () => {
      sdk = await world.signedIn('ada')
      olive = await world.signedIn('olive')
    })

    test('finds a release by id, commit and version, with its images and their build logs [REL-040]', async () => {
      const { release, image } = sdk.models
      const fleet = await ownFleet(sdk)
      const { id, commit } = await ownRelease(world, sdk, fleet.id, { semver: '1.2.3' })
      for (const reference of [id, commit, { application: fleet.slug, rawVersion: '1.2.3' }])
        expect(await release.get(reference, { $select: 'id' })).toEqual({ id })
      expect(await release.getAllByApplication(fleet.id, { $select: 'id' })).toEqual([{ id }])
      expect(await release.getLatestByApplication(fleet.slug, { $select: 'commit' })).toEqual({ commit })
      const { images, user } = await release.getWithImageDetails(commit)
      expect(user).toMatchObject({ username: 'ada' })
      expect(images).toEqual([{ id: expect.any(Number), service_name: 'main' }])
      const { id: imageId } = firstOf(images)
      expect(await image.get(imageId, { $select: 'status' })).toEqual({ status: 'success' })
      expect(await image.getLogs(imageId)).toBe('Step 1/1 : FROM main')
    })

    test('an unknown release is not found, and an empty fleet has no latest release', async () => {
      const { release, image } = sdk.models
      const fleet = await ownFleet(sdk)
      expect(await release.getLatestByApplication(fleet.id)).toBeUndefined()
      const none = 'f'.repeat(40)
      for (const ask of [
        () => release.get(none),
        () => release.get(UNKNOWN_ID),
        () => release.get({ application: fleet.id, rawVersion: '9.9.9' }),
        () => release.getWithImageDetails(none),
        () => release.finalize(none),
        () => release.setNote(UNKNOWN_ID, 'note'),
        () => release.setKnownIssueList(none, 'issue'),
        () => release.setIsInvalidated(none, true),
        () => release.tags.getAllByRelease(none),
        () => release.asset.getAllByRelease(none),
      ])
        await expect(ask()).rejects.toMatchObject(NOT_FOUND)
      for (const ask of [() => image.get(UNKNOWN_ID), () => image.getLogs(UNKNOWN_ID)])
        await expect(ask()).rejects.toMatchObject({ code: 'BalenaImageNotFound' })
      await expect(release.get('')).rejects.toMatchObject({ code: 'BalenaInvalidParameterError' })
      await expect(release.getAllByApplication(`${ACME}/none`)).rejects.toMatchObject({
        code: 'BalenaApplicationNotFound',
      })
    })

    test('a commit used in two fleets is ambiguous', async () => {
      const [one, other] = [await ownFleet(sdk), await ownFleet(sdk)]
      const { commit } = await ownRelease(world, sdk, one.id, { semver: '1.0.0' })
      const twin = await ownRelease(world, sdk, other.id, { semver: '1.0.0' })
      await sdk.pine.patch({ resource: 'release', id: twin.id, body: { commit } })
      await expect(sdk.models.release.get(commit)).rejects.toMatchObject({ code: 'BalenaAmbiguousRelease' })
    })

    test('finalizing a draft is permanent, and the fleet then tracks it [REL-044]', async () => {
      const { release, application } = sdk.models
      const { id: fleet } = await ownFleet(sdk)
      const draft = await ownRelease(world, sdk, fleet, { semver: '2.0.0', isFinal: false })
      const read = () => release.get(draft.id, { $select: ['is_final', 'raw_version'] })
      expect(await read()).toEqual({ is_final: false, raw_version: expect.stringMatching(/^2\.0\.0-\d+$/) })
      expect(await application.getTargetReleaseHash(fleet)).toBeUndefined()
      await release.finalize(draft.commit)
      expect(await read()).toEqual({ is_final: true, raw_version: '2.0.0' })
      expect(await application.getTargetReleaseHash(fleet)).toBe(draft.commit)
      await expect(
        sdk.pine.patch({ resource: 'release', id: draft.id, body: { is_final: false } }),
      ).rejects.toMatchObject({ statusCode: 400, body: 'Finalized releases cannot be converted to draft.' })
      expect(await read()).toMatchObject({ is_final: true })
    })

    test('invalidating a release falls back to the previous one, until it is validated again [REL-043]', async () => {
      const { release, application } = sdk.models
      const { id: fleet } = await ownFleet(sdk)
      const older = await ownRelease(world, sdk, fleet, { semver: '1.0.0' })
      const newer = await ownRelease(world, sdk, fleet, { semver: '1.1.0' })
      await release.setIsInvalidated(newer.commit, true)
      expect(await application.getTargetReleaseHash(fleet)).toBe(older.commit)
      await release.setIsInvalidated(newer.id, false)
      expect(await application.getTargetReleaseHash(fleet)).toBe(newer.commit)
    })

    test('sets and clears the note and known issues of a release, and sets its version [REL-041, REL-042, REL-046]', async () => {
      const { release } = sdk.models
      const { id: fleet } = await ownFleet(sdk)
      const { id, commit } = await ownRelease(world, sdk, fleet, { semver: '1.0.0' })
      const read = () => release.get(id, { $select: ['note', 'known_issue_list', 'raw_version'] })
      await release.setNote(commit, 'Reads **four** probes')
      await release.setKnownIssueList(id, 'Loses its queue')
      await sdk.pine.patch({ resource: 'release', id, body: { semver: '3.0.0' } })
      expect(await read()).toEqual({
        note: 'Reads **four** probes',
        known_issue_list: 'Loses its queue',
        raw_version: '3.0.0',
      })
      await expect(
        sdk.pine.patch({ resource: 'release', id, body: { semver: 'three' } }),
      ).rejects.toMatchObject({ statusCode: 400, body: 'Invalid semver format' })
      await release.setNote(id, null)
      await release.setKnownIssueList(id, null)
      expect(await read()).toEqual({ note: null, known_issue_list: null, raw_version: '3.0.0' })
    })

    test('sets, changes, lists by release and fleet, and removes tags of a release [TAG-005]', async () => {
      const { tags } = sdk.models.release
      const fleet = await ownFleet(sdk)
      const { id, commit } = await ownRelease(world, sdk, fleet.id, { semver: '1.0.0' })
      await tags.set(commit, 'channel', 'beta')
      await tags.set({ application: fleet.slug, rawVersion: '1.0.0' }, 'channel', 'stable')
      const stable = [{ tag_key: 'channel', value: 'stable' }]
      expect(await tags.getAllByRelease(id, { $select: ['tag_key', 'value'] })).toEqual(stable)
      expect(await tags.getAllByApplication(fleet.slug, { $select: ['tag_key', 'value'] })).toEqual(stable)
      await tags.remove(id, 'channel')
      expect(await tags.getAllByRelease(commit)).toEqual([])
    })

    test('uploads a release asset, finds it by key, and removes it', async () => {
      const { asset } = sdk.models.release
      const { id: fleet } = await ownFleet(sdk)
      const { id: release } = await ownRelease(world, sdk, fleet, { semver: '1.0.0' })
      const file = new File(['# Notes'], 'notes.md', { type: 'text/markdown' })
      const made = await asset.upload({ asset: file, asset_key: 'notes', release })
      expect(await asset.getAllByRelease(release, { $select: ['id', 'asset_key'] })).toEqual([
        { id: made.id, asset_key: 'notes' },
      ])
      expect(await asset.get({ asset_key: 'notes', release })).toMatchObject({
        id: made.id,
        asset: { filename: 'notes.md', size: 7, content_type: 'text/markdown' },
      })
      const chunks: Buffer[] = []
      for await (const chunk of await asset.download(made.id)) chunks.push(Buffer.from(chunk))
      expect(Buffer.concat(chunks).toString()).toBe('# Notes')
      await expect(asset.upload({ asset: file, asset_key: 'notes', release })).rejects.toThrow(/already/)
      await expect(asset.get({ asset_key: 'other', release })).rejects.toThrow(/not found/)
      await asset.remove(made.id)
      expect(await asset.getAllByRelease(release)).toEqual([])
    })

    test('an observer cannot change a release [PERM-007, PERM-082]', async () => {
      const { commit } = firstOf(
        await sdk.models.release.getAllByApplication(`${ACME}/kiosk-lobby`, { $select: 'commit', $top: 1 }),
      )
      const read = () =>
        sdk.models.release.get(commit, {
          $select: ['note', 'known_issue_list', 'is_invalidated'],
          $expand: { release_tag: { $select: ['tag_key', 'value'] } },
        })
      const before = await read()
      const { release } = olive.models
      expect(await release.get(commit, { $select: 'commit' })).toEqual({ commit })
      for (const attempt of [
        () => release.setNote(commit, 'mine'),
        () => release.setKnownIssueList(commit, 'mine'),
        () => release.setIsInvalidated(commit, true),
        () => release.tags.set(commit, 'mine', '1'),
      ])
        await expect(attempt()).rejects.toMatchObject(UNAUTHORIZED)
      expect(await read()).toEqual(before)
    })

    test('builds a release from a URL; an unreachable URL builds none [REL-039]', async () => {
      const { release } = sdk.models
      const fleet = await ownFleet(sdk)
      const url = (name: string) => `https://github.com/flotilla-examples/${name}/archive/main.tar.gz`
      await expect(release.createFromUrl(fleet.slug, { url: url('nonesuch') })).rejects.toMatchObject({
        statusCode: 404,
      })
      expect(await release.getAllByApplication(fleet.id)).toEqual([])
      const id = await release.createFromUrl(fleet.slug, { url: url('hello-fleet') })
      expect(await release.get(id, { $select: 'status' })).toEqual({ status: 'running' })
      pass(world, 30 * MINUTE)
      expect(await release.get(id, { $select: 'status' })).toEqual({ status: 'success' })
    })

    test('deletes a release, but not the target release of the fleet [REL-047]', async () => {
      const { release } = sdk.models
      const { id: fleet } = await ownFleet(sdk)
      const older = await ownRelease(world, sdk, fleet, { semver: '1.0.0' })
      const newer = await ownRelease(world, sdk, fleet, { semver: '1.1.0' })
      const remove = (ids: number[]) =>
        sdk.pine.delete({ resource: 'release', options: { $filter: { id: { $in: ids } } } })
      await expect(remove([older.id, newer.id])).rejects.toMatchObject({
        statusCode: 400,
        body: "Unable to delete release 1.1.0 because it is the fleet's target release.",
      })
      expect(await release.getAllByApplication(fleet)).toHaveLength(2)
      await remove([older.id])
      expect(await release.getAllByApplication(fleet, { $select: 'id' })).toEqual([{ id: newer.id }])
    })
  })
}
