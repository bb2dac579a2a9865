import { expect, test } from 'vitest'
import {
  A_SAIR,
  DA_REGUA,
  DE_COBRANCA,
  DE_CONTATO,
  DO_DIA,
  ENVIOS,
  ESPERAM_HORAS,
  ehCobranca,
  ehDaRegua,
  ehDoDia,
  esperaHoras,
  FINALIDADES,
  finalidadeDaRegua,
  finalidadeDePessoa,
  POR_SAIR,
  SAINDO,
  SEM_DESFECHO,
  TALVEZ_SAIU,
  vaiApesarDaRecusa,
  valeTentativa,
} from './mensagem.ts'

// Written out by hand, from the rules and not from the table: a word that leaves any list is missed here.
test.each([
  // finalidade, engine's, day's message, attempt, goes to whoever refused, asks for money, contact in a figure, waits for hours
  ['regua', true, true, true, false, true, true, false],
  ['parcela', true, true, false, false, true, true, false],
  ['confirmacao', true, true, false, false, false, false, false],
  ['atendimento', false, true, true, false, false, true, false],
  ['reengajar', false, true, true, false, false, true, false],
  ['negociacao', false, false, false, false, false, false, false],
  ['pagamento', false, false, false, false, false, false, false],
  ['contestacao', false, false, false, false, false, false, true],
  ['fora_do_horario', false, false, false, false, false, false, false],
  ['opt_out', false, false, false, true, false, false, false],
  ['identificacao', false, false, false, true, false, false, false],
  ['recebida', false, false, false, false, false, false, false],
  ['toque', false, false, false, false, false, false, false],
] as const)('%s', (finalidade, motor, dia, tentativa, apesar, cobra, contato, espera) => {
  expect([ehDaRegua({ finalidade }), DA_REGUA.includes(finalidade as 'regua')]).toEqual([motor, motor])
  expect([ehDoDia({ finalidade, tipo: 'template' }), DO_DIA.includes(finalidade as 'regua')]).toEqual([dia, dia])
  expect(ehDoDia({ finalidade, tipo: 'texto' })).toBe(false)
  expect(valeTentativa({ finalidade })).toBe(tentativa)
  expect(vaiApesarDaRecusa({ finalidade })).toBe(apesar)
  expect([ehCobranca({ finalidade }), DE_COBRANCA.includes(finalidade as 'regua')]).toEqual([cobra, cobra])
  expect(DE_CONTATO.includes(finalidade as 'regua')).toBe(contato)
  expect(ESPERAM_HORAS.includes(finalidade as 'regua')).toBe(espera)
  expect(esperaHoras({ finalidade, tipo: 'template' })).toBe(espera)
  expect(esperaHoras({ finalidade, tipo: 'texto' })).toBe(false)
})

test('there are no other kinds, and templates say which they are', () => {
  expect(FINALIDADES).toHaveLength(13)
  expect(['atraso', 'lembrete', 'parcela', 'confirmar_pessoa'].map(finalidadeDaRegua)).toEqual([
    'regua',
    'regua',
    'parcela',
    'confirmacao',
  ])
  expect(['atraso', 'reengajar'].map(finalidadeDePessoa)).toEqual(['atendimento', 'reengajar'])
})

test.each([
  // envio, claimed, not marked, marked, on its way, without an end
  ['fila', false, true, false, true, true],
  ['reivindicada', true, true, false, true, true],
  ['enviando', true, false, true, true, true],
  ['desconhecida', false, false, true, false, true],
  ['aceita', false, false, false, false, false],
  ['encerrada', false, false, false, false, false],
] as const)('where it stands: %s', (envio, ...esperado) => {
  const listas: readonly (readonly string[])[] = [SAINDO, POR_SAIR, TALVEZ_SAIU, A_SAIR, SEM_DESFECHO]
  expect(listas.map((uma) => uma.includes(envio))).toEqual(esperado)
  expect(ENVIOS).toHaveLength(6)
})
