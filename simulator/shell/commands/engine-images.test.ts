import { expect, test } from 'vitest'
import { aShell } from '../../testing/a-shell.ts'
import { SECONDS } from '../../testing/a-world.ts'

/** Runs a line and waits until it has ended. */
function slow(it: ReturnType<typeof aShell>, line: string): string {
  it.type(`${line}\r`)
  it.pass(60 * SECONDS)
  return it.all().split('\r\n').slice(0, -1).at(-1) ?? ''
}

test('a container can be kept as an image, which is run, saved, removed and loaded with its files', () => {
  const it = aShell({ cols: 200 })
  it.run('balena exec uplink sh -c "echo hi > /etc/own"')
  const id = slow(it, 'balena commit uplink my/copy:v1')
  expect(id).toMatch(/^sha256:[0-9a-f]{64}$/)
  expect(it.run('balena images my/copy')).toContain(`my/copy      v1    ${id.slice(7, 19)}`)
  expect(it.run('balena run --rm my/copy:v1 cat /etc/own')).toBe('hi')
  expect(it.run('balena save my/copy:v1')).toBe(
    'cowardly refusing to save to a terminal. Use the -o flag or redirect',
  )
  slow(it, 'balena save -o /mnt/data/copy.tar my/copy:v1')
  expect(it.run('ls -l /mnt/data/copy.tar')).toMatch(/ 1\d{8} Nov 20/)
  expect(it.run('tar tf /mnt/data/copy.tar')).toContain('manifest.json')
  expect(it.run('balena rmi my/copy:v1')).toBe(`Untagged: my/copy:v1\nDeleted: ${id}`)
  expect(it.run('balena images -q my/copy')).toBe('')
  expect(slow(it, 'balena load -i /mnt/data/copy.tar')).toBe('Loaded image: my/copy:v1')
  expect(it.run('balena run --rm my/copy:v1 cat /etc/own')).toBe('hi')
})

test('an image can have several names', () => {
  const it = aShell({ cols: 200 })
  it.run('i=$(balena images -q | tail -2 | head -1)')
  expect(it.run('balena tag $i my/thing; balena tag my/thing other:1.0; balena images | grep -c $i')).toBe(
    '3',
  )
  expect(it.run("balena inspect my/thing -f '{{json .RepoTags}}'")).toMatch(
    /^\["other:1\.0","my\/thing:latest",|^\["my\/thing:latest","other:1\.0",/,
  )
  expect(it.run('balena rmi my/thing other:1.0')).toBe('Untagged: my/thing:latest\nUntagged: other:1.0')
  expect(it.run('balena rmi $i')).toMatch(/conflict: unable to delete [0-9a-f]{12} \(cannot be forced\)/)
  expect(it.run('balena tag nope x')).toBe('Error response from daemon: No such image: nope:latest')
  expect(it.run('balena tag $i Bad')).toMatch(
    /^Error parsing reference: "Bad" is not a valid repository\/tag/,
  )
})

test('images without a name stay until they are pruned, and each byte counts once', () => {
  const it = aShell({ cols: 200 })
  const df = () => it.run("balena system df | tr -s ' ' | sed -n '2p;4p' | cut -d' ' -f1-4")
  const before = df()
  it.run('balena exec uplink sh -c "echo hi > /etc/own"')
  const ids = ['', '', 'my/copy', 'my/copy'].map((name) =>
    slow(it, `balena commit uplink ${name}`).slice(7, 19),
  )
  expect(it.run('balena images -q -f dangling=true')).toBe([ids[2], ids[1], ids[0]].join('\n'))
  expect(it.run('balena images -q my/copy')).toBe(ids[3])
  const [images = '', volumes = ''] = before.split('\n')
  expect(df()).toBe(`${images.replace('Images 5', 'Images 9')}\n${volumes}`)
  it.run('balena tag my/copy other')
  expect(df()).toContain('Images 9')
  expect(it.run(`balena tag ${ids[0]} named; balena images -q -f dangling=true`)).toBe(
    [ids[2], ids[1]].join('\n'),
  )
  expect(it.run('balena image prune')).toMatch(/^Deleted Images:\n(?:deleted: sha256:\w{64}\n){2}\nTotal/)
  it.run('balena rmi my/copy other named')
  expect(df()).toBe(before)
  expect([...it.world.files(0).keys()].filter((path) => /^[0-9a-f]{64}:/.test(path))).toEqual([])
})

test('a container has not written what its image brought', () => {
  const it = aShell({ cols: 200 })
  it.run('balena exec uplink sh -c "echo hi > /etc/own"')
  slow(it, 'balena commit uplink my/copy')
  it.run('balena run -d --name mine my/copy sleep 900')
  it.pass(SECONDS)
  expect(it.run("balena diff mine; balena ps -s -f name=mine --format '{{.Size}}'")).toBe(
    '0B (virtual 138MB)',
  )
  it.run('balena exec mine sh -c "echo more > /etc/more"')
  expect(it.run('balena diff mine')).toBe('A /etc/more')
})

test('a file of images that somebody has changed is refused', () => {
  const it = aShell({ cols: 200 })
  slow(it, 'balena commit uplink my/copy')
  slow(it, 'balena save -o /tmp/i.tar my/copy')
  it.run('sed -i \'s/"files"/"filed"/\' /tmp/i.tar')
  expect(slow(it, 'balena load -i /tmp/i.tar')).toMatch(/repositories: no such file or directory$/)
  it.run('echo \'{"id":"a","repository":"b"}\' > \'/mnt/data/docker/image/overlay2/user/b%3Alatest.json\'')
  expect(it.run('balena images -q | wc -l')).toBe('6')
})

test('a network of a user has its subnet, and its containers are the ones that are in it', () => {
  const it = aShell({ cols: 200 })
  const id = it.run('balena network create --subnet 172.30.0.0/16 --gateway 172.30.0.254 mine')
  expect(it.run("balena network inspect mine -f '{{.Id}} {{(index .IPAM.Config 0).Gateway}}'")).toBe(
    `${id} 172.30.0.254`,
  )
  for (const [line, problem] of [
    [
      '--subnet 172.30.5.0/24 b',
      'Error response from daemon: Pool overlaps with other one on this address space',
    ],
    ['--subnet nope b', 'invalid subnet nope : invalid CIDR address: nope'],
    ['--subnet 10.9.0.0/24 --gateway 10.8.0.1 b', 'no matching subnet for gateway 10.8.0.1'],
    ['--gateway 10.8.0.1 b', 'every ip-range or gateway must have a corresponding subnet'],
    ['-d overlay b', 'Error response from daemon: plugin "overlay" not found'],
  ] as const)
    expect([line, it.run(`balena network create ${line}`)]).toEqual([line, problem])
  const ids = it.run(
    "balena inspect uplink -f '{{range .NetworkSettings.Networks}}{{.NetworkID}}{{end}}'; balena network inspect 1_default -f '{{.Id}}'",
  )
  expect(new Set(ids.split('\n')).size).toBe(1)
  expect(it.run("balena network inspect 1_default -f '{{range .Containers}}{{.Name}} {{end}}'")).toContain(
    'uplink',
  )
})

test('a container of a user has the volumes and folders that were mounted into it', () => {
  const it = aShell({ cols: 200 })
  it.run('mkdir -p /mnt/data/shared; echo host > /mnt/data/shared/a; i=$(balena images -q | head -1)')
  expect(
    it.run('balena run --rm -v /mnt/data/shared:/in $i sh -c "cat /in/a; echo new > /in/b; ls /in"'),
  ).toBe('host\na\nb')
  expect(it.run('cat /mnt/data/shared/b')).toBe('new')
  expect(it.run('balena run --rm -v /mnt/data/shared:/in:ro $i sh -c "echo x > /in/c"')).toMatch(
    /\/in\/c: Read-only file system$/,
  )
  it.run('balena run --rm -v cache:/var/cache/x $i sh -c "echo kept > /var/cache/x/f"')
  expect(it.run('balena volume ls -q')).toContain('cache')
  expect(it.run('balena run --rm -v cache:/c $i cat /c/f')).toBe('kept')
  expect(it.run('cat /mnt/data/docker/volumes/cache/_data/f')).toBe('kept')
  // A slash at the end changes nothing, on either side.
  it.run('balena run --rm -v cache:/c/ -v /mnt/data/shared/:/in $i sh -c "rm /c/f; echo x > /in/d"')
  expect(it.run('balena run --rm -v cache:/c $i ls /c; rm /mnt/data/shared/d; ls /mnt/data/shared')).toBe(
    'a  b',
  )
  it.run('balena run --rm -v cache:/c $i sh -c "echo kept > /c/f"')
  expect(it.run('balena run --rm -v 1_data:/d $i sh -c "rm /d/state.json; ls /d"')).not.toContain('state')
  expect(it.run('ls /mnt/data/docker/volumes/1_data/_data')).not.toContain('state')
  expect(it.run('balena run --rm $i ls /data')).toMatch(/No such file or directory$/)
  // A volume without a name goes with its container.
  it.run('balena run --rm -v /v $i sh -c "echo x > /v/f"; balena create --name short -v /v $i')
  expect(it.run('balena volume ls -q | grep -c "^[0-9a-f]\\{64\\}$"')).toBe('1')
  expect(it.run('balena rm -v short; balena volume ls -q')).toBe('short\ncache\n1_data')
  expect(it.run('balena create --name keeper -v cache:/c $i | wc -c')).toBe('65')
  expect(it.run("balena inspect keeper -f '{{json .HostConfig.Binds}}'")).toBe('["cache:/c:rw"]')
  expect(it.run('balena volume rm cache')).toContain('volume is in use')
  for (const [given, problem] of [
    ['-v cache:rel', 'mount path must be absolute'],
    [
      '-v /etc/nope:/x',
      "error while creating mount source path '/etc/nope': mkdir /etc/nope: read-only file system",
    ],
    ['--mount type=bind,source=/none,target=/x', 'bind source path does not exist: /none'],
    ['-v a?:/x', 'includes invalid characters for a local volume name'],
  ] as const)
    expect(it.run(`balena run --rm ${given} $i true`)).toContain(problem)
})

test('a command can run in a container as another user', () => {
  const it = aShell({ cols: 200 })
  for (const [line, printed] of [
    ['-u node sensor-hub id', 'uid=1000(node) gid=1000(node) groups=1000(node)'],
    ['-u 1234 sensor-hub id', 'uid=1234 gid=0(root) groups=0(root)'],
    ['-u 1234 sensor-hub whoami', 'whoami: cannot find name for user ID 1234'],
    [
      "-u nobody sensor-hub sh -c 'echo x > /etc/y; echo $?'",
      'sh: 1: cannot create /etc/y: Permission denied\n2',
    ],
    ['-u node sensor-hub sh -c "echo x > /tmp/y && cat /tmp/y"', 'x'],
    ['-u ghost sensor-hub id', 'unable to find user ghost: no matching entries in passwd file'],
    ['-u node:nogroup sensor-hub id -g', '65534'],
    ['-u node:ghosts sensor-hub id', 'unable to find group ghosts: no matching entries in group file'],
    ["-u node sensor-hub sh -c '[ -w /etc/passwd ] || echo no; [ -w ~/a ] || echo none'", 'no\nnone'],
    [
      '-u node sensor-hub chown root /tmp/y',
      "chown: changing ownership of '/tmp/y': Operation not permitted",
    ],
    ['sensor-hub id -un', 'root'],
  ] as const)
    expect([line, it.run(`balena exec ${line}`)]).toEqual([line, printed])
  it.run('balena exec -it -u node sensor-hub bash')
  expect(it.prompt()).toMatch(/^node@[0-9a-f]{12}:\/usr\/src\/app\$ $/)
})

test('building, pushing and exporting go as far as the engine goes', () => {
  const it = aShell({ cols: 200 })
  it.run('mkdir -p /mnt/data/b; cd /mnt/data/b')
  expect(it.run('balena build .')).toMatch(
    /^unable to prepare context: .* lstat \/mnt\/data\/b\/Dockerfile: no such file/,
  )
  it.run("printf 'FROM alpine\\nRUN true\\n' > Dockerfile")
  expect(it.run('balena build -t x .')).toMatch(
    /^Sending build context .*\nStep 1\/2 : FROM alpine\npull access denied/,
  )
  expect(it.run('balena push my/thing')).toBe(
    'Using default tag: latest\nThe push refers to repository [docker.io/my/thing]\nAn image does not exist locally with the tag: my/thing',
  )
  expect(it.run('balena export uplink')).toContain('cowardly refusing')
  it.run('balena exec uplink sh -c "echo hi > /etc/own"')
  const long = `${'a'.repeat(60)}/${'b'.repeat(60)}`
  it.run(
    `balena exec uplink sh -c "mkdir -p /opt/${'a'.repeat(60)}; echo é > /opt/${long}; ln -s own /etc/link"`,
  )
  slow(it, 'balena export -o u.tar uplink')
  expect(it.run('tar tvf u.tar')).toMatch(
    /^-rw-r--r-- root\/root +3 2026-11-20 14:00:\d\d etc\/own$[^]* etc\/link -> own$/m,
  )
  expect(it.run(`tar xf u.tar; cat opt/${long}; ls -l etc/own; readlink etc/link`)).toMatch(
    /^é\n-rw-r--r-- .* Nov 20 14:00 etc\/own\nown$/m,
  )
})

test('top, free and /proc/meminfo agree on the memory that is free', () => {
  const it = aShell({ cols: 200 })
  const free = it.run("free | awk '/^Mem/{print $4}'")
  expect(it.run("top -bn1 | head -1 | sed 's/.*used, //; s/K free.*//'")).toBe(free)
  expect(it.run("awk '/^MemFree/{print $2}' /proc/meminfo")).toBe(free)
})
