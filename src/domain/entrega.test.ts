import { expect, test } from 'vitest'
import { diaDe, somarDias } from './data.ts'
import { type DiaDeEntregas, semEntregaDesde, semStatusDesde, ultimoDiaSurdo } from './entrega.ts'

const agora = new Date('2026-11-24T13:00:00.000Z')
const antes = (dias: number, horas = 0) =>
  new Date(agora.getTime() - dias * 86_400_000 - horas * 3_600_000).toISOString()
/** `viva`: messages to other phones were delivered; `cega`: none was; `so dele`: only this phone was written to. */
const CARAS = {
  viva: { telefones: 5, houveEntrega: true },
  cega: { telefones: 5, houveEntrega: false },
  'so dele': { telefones: 1, houveEntrega: false },
  'ele e outro': { telefones: 2, houveEntrega: false },
  'so entregas': { telefones: 0, houveEntrega: true },
}
const dias = (caras: Record<number, keyof typeof CARAS>): DiaDeEntregas[] =>
  Object.entries(caras).map(([ha, cara]) => ({ dia: somarDias(diaDe(agora), -Number(ha)), ...CARAS[cara] }))

test.for<[string, number[], Record<number, keyof typeof CARAS>, number | null]>([
  ['with deliveries to others all along', [9, 4], { 9: 'viva', 6: 'viva', 4: 'viva' }, 2],
  ['others were written to by it alone', [9, 4], { 9: 'so dele', 4: 'so dele', 2: 'so entregas' }, 2],
  ['no delivery in the whole time', [9, 4], { 9: 'cega', 6: 'cega', 4: 'cega' }, null],
  ['no message to anybody else', [9, 4], { 9: 'so dele', 4: 'so dele' }, null],
  ['deliveries that stopped yesterday', [9, 4], { 9: 'viva', 4: 'viva', 1: 'cega' }, null],
  ['deaf days among them', [9, 4], { 9: 'viva', 6: 'cega', 4: 'viva' }, null],
  ['deaf days before them', [9, 4], { 12: 'cega', 9: 'viva', 4: 'viva' }, 2],
  ['what was sent on deaf days does not count', [12, 9, 4], { 12: 'cega', 9: 'viva', 4: 'viva' }, 2],
  ['a week less a moment', [7, 3], { 7: 'viva', 3: 'viva' }, null],
  ['a week and a day', [8, 3], { 8: 'viva', 3: 'viva' }, 2],
  ['a deaf day of one other phone', [9, 4], { 9: 'viva', 6: 'so dele', 4: 'viva' }, null],
  ['a deaf day of it and another', [9, 4], { 9: 'viva', 4: 'ele e outro' }, null],
  ['deliveries before them alone', [9, 4], { 12: 'viva', 9: 'so dele', 4: 'so dele' }, null],
  ['deliveries on the first day alone', [9, 4], { 9: 'viva', 4: 'so dele' }, 2],
  ['one message', [9], { 9: 'viva', 4: 'viva' }, null],
  ['one day', [9, 9], { 9: 'viva', 4: 'viva' }, null],
  ['nothing sent', [], { 9: 'viva' }, null],
  ['nothing known of any day', [9, 4], {}, null],
])('%s', ([, enviadas, caras, mensagens]) => {
  const achado = semEntregaDesde(
    enviadas.map((ha) => antes(ha)),
    dias(caras),
    agora,
  )
  expect(achado?.mensagens ?? null).toBe(mensagens)
})

test('silence is told after half an hour, and never without a message', () => {
  expect(semStatusDesde(antes(0, 0.4), agora)).toBe(null)
  expect(semStatusDesde(antes(0, 0.5), agora)).toBe(antes(0, 0.5))
  expect(semStatusDesde(null, agora)).toBe(null)
})

test('the last deaf day is that on which several phones were written to and nothing was heard', () => {
  const ultimo = (caras: Record<number, keyof typeof CARAS>) => ultimoDiaSurdo(dias(caras))
  expect(ultimo({ 9: 'cega', 6: 'cega', 4: 'viva', 3: 'so dele' })).toBe('2026-11-18')
  expect(ultimoDiaSurdo(dias({ 9: 'cega', 6: 'ele e outro' }).reverse())).toBe('2026-11-18')
  expect(ultimo({ 4: 'viva', 3: 'so dele' })).toBeNull()
})
