import t from 'tap'
import { isPublicAddress } from '../../src/net/public-address.ts'

t.test('public addresses are accepted', async (t) => {
  for (const ip of [
    '1.1.1.1',
    '93.184.215.14',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ]) {
    t.ok(isPublicAddress(ip), ip)
  }
})

t.test('all other addresses are refused', async (t) => {
  const refused = `
    0.0.0.0 0.1.2.3 10.0.0.1 127.0.0.1 127.255.255.254 169.254.169.254 169.254.0.1 172.16.0.1 172.31.255.255 192.168.1.1
    100.64.0.1 100.100.100.200 192.0.0.192 192.0.2.1 192.88.99.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1
    239.255.255.255 240.0.0.1 255.255.255.255 168.63.129.16
    :: ::1 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:8.8.8.8 64:ff9b::8.8.8.8 64:ff9b:1::1 100::1
    2001::1 2001:db8::1 2002:7f00:1::1 3fff::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 fec0::1 ff02::1 5f00::1 4000::1`
  for (const ip of refused.trim().split(/\s+/)) t.notOk(isPublicAddress(ip), ip)
})

t.test('strings that are not IP addresses are refused', async (t) => {
  for (const text of [
    '',
    'localhost',
    '8.8.8',
    '134744072',
    '0x8.8.8.8',
    '010.8.8.8',
    '8.8.8.8.',
    '8.8.8.8:80',
    '[2606::1]',
    '2606::1%1',
  ]) {
    t.notOk(isPublicAddress(text), text)
  }
})
