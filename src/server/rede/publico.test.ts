import { expect, test } from 'vitest'
import { ehPublico } from './publico.ts'

test.for(['8.8.8.8', '157.240.12.35', '2a03:2880:f10c:283:face:b00c:0:25de', '2606:4700::6810:84e5', '::ffff:8.8.8.8'])(
  '%s is public',
  (endereco) => {
    expect(ehPublico(endereco)).toBe(true)
  },
)

test.for([
  [
    'this machine',
    '127.0.0.1',
    '127.255.255.254',
    '::1',
    '0.0.0.0',
    '0.1.2.3',
    '::',
    '::ffff:127.0.0.1',
    '::127.0.0.1',
  ],
  ['a private network', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fdab::1', 'fec0::1'],
  ['the link', '169.254.1.1', 'fe80::1', 'fe80::1%eth0'],
  ['a carrier', '100.64.0.1', '100.127.255.255'],
  [
    'a host of metadata',
    '169.254.169.254',
    'fd00:ec2::254',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
  ],
  ['another inside it', '64:ff9b::a9fe:a9fe', '64:ff9b:1::7f00:1', '2002:7f00:1::', '2001::1', '::ffff:0:127.0.0.1'],
  ['no single machine', '224.0.0.1', '255.255.255.255', 'ff02::1', '240.0.0.1', '192.88.99.1'],
  ['documentation or tests', '192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1', '3fff::1'],
  [
    'no plain address',
    '',
    'localhost',
    '2130706433',
    '0177.0.0.1',
    '0x7f.1',
    '127.1',
    '127.0.0.1.',
    '8.8.8.8:443',
    '::g',
  ],
])('%s is not public', ([, ...enderecos]) => {
  expect(enderecos.filter((endereco) => ehPublico(endereco))).toEqual([])
})
