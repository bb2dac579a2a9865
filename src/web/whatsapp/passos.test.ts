import { expect, test } from 'vitest'
import type { Modelo } from '#contract/modelos.ts'
import type { ConexaoWhatsapp, PassoDiagnostico, PreparoWhatsapp } from '#contract/whatsapp.ts'
import { passosDe } from './passos.ts'

const agora = new Date('2026-11-24T13:30:00.000Z')
const conexao = {
  provedor: 'cloud_api',
  phone_number_id: '300000000000001',
  business_account_id: '200000000000001',
  numero: '+55 19 3241-8800',
  webhook_recebido_em: '2026-11-24T13:20:00.000Z',
} as ConexaoWhatsapp
const nuncaGravado = { gravado: false, em: null }
const gravado = { gravado: true, em: '2026-11-24T12:50:00.000Z' }
const preparo = {
  segredos: { token: gravado, app_secret: gravado, verify_token: gravado },
  aperto_confirmado_em: '2026-11-24T13:00:00.000Z',
  aperto_recusado_em: null,
  assinatura_recusada_em: null,
  teste: null,
} as PreparoWhatsapp
const codigos = ['credenciais', 'token', 'permissoes', 'numero', 'conta', 'envio', 'assinatura', 'chave', 'webhook']
const diagnostico: PassoDiagnostico[] = codigos.map((codigo) => ({
  codigo,
  titulo: codigo,
  situacao: 'certo',
  mensagem: `${codigo} certo.`,
}))
const modelos = [{ titulo: 'Atraso', situacao: 'aprovado', motivo: null }] as Modelo[]
const situacoes = (mudanca: Partial<Parameters<typeof passosDe>[0]>) =>
  passosDe({ conexao, preparo, diagnostico, modelos, agora, ...mudanca }).map(({ situacao }) => situacao)

test('with everything right only the test message is missing, until it is answered', () => {
  expect(situacoes({})).toEqual(['feito', 'feito', 'feito', 'feito', 'feito', 'falta'])
  const teste = { enviado_em: '2026-11-24T13:10:00.000Z', respondido_em: '2026-11-24T13:12:00.000Z' }
  expect(situacoes({ preparo: { ...preparo, teste } }).at(-1)).toBe('feito')
})

test('what is done is said in the words of the server, and what it does not know yet is not done', () => {
  const [conta] = passosDe({ conexao, preparo, diagnostico, modelos, agora })
  expect(conta?.frase).toBe('credenciais certo. token certo. permissoes certo. conta certo.')
  expect(situacoes({ diagnostico: undefined }).slice(0, 4)).toEqual(Array(4).fill('falta'))
  expect(situacoes({ conexao: { ...conexao, numero: null } })[1]).toBe('falta')
  const dois = [modelos[0]!, { ...modelos[0]!, situacao: 'pendente' as const }]
  const [, , , , passo] = passosDe({ conexao, preparo, diagnostico, modelos: dois, agora })
  expect([passo?.situacao, passo?.frase]).toEqual(['falta', expect.stringContaining('1 de 2 aprovados.')])
})

test('what was refused before anything was ever accepted is said', () => {
  const nova = { ...conexao, webhook_recebido_em: null }
  const refusa = '2026-11-24T13:24:00.000Z'
  const segredos = {
    token: gravado,
    app_secret: { gravado: true, em: null },
    verify_token: { gravado: true, em: null },
  }
  const so = { ...preparo, segredos, aperto_confirmado_em: null }
  expect(situacoes({ conexao: nova, preparo: { ...so, aperto_recusado_em: refusa } })[2]).toBe('falhou')
  expect(situacoes({ conexao: nova, preparo: { ...so, assinatura_recusada_em: refusa } })[3]).toBe('falhou')
  const antes = { ...preparo, assinatura_recusada_em: '2026-11-24T13:19:00.000Z' }
  expect(situacoes({ preparo: antes })[3], 'a webhook came since').toBe('feito')
})

test('on the emulator nothing of the company’s own account is done', () => {
  expect(new Set(situacoes({ conexao: { ...conexao, provedor: 'emulador' } }))).toEqual(new Set(['falta']))
})

test('what was never set is missing, and has not failed', () => {
  const errado = diagnostico.map((um) => ({ ...um, situacao: 'errado' as const }))
  const nada = { ...conexao, numero: null, phone_number_id: null, business_account_id: null }
  expect(new Set(situacoes({ conexao: nada, diagnostico: errado }))).toEqual(new Set(['falta']))
  const segredos = { token: gravado, app_secret: nuncaGravado, verify_token: nuncaGravado }
  const semSegredos = diagnostico.map((um) =>
    ['webhook', 'chave'].includes(um.codigo) ? { ...um, situacao: 'errado' as const } : um,
  )
  expect(situacoes({ preparo: { ...preparo, segredos }, diagnostico: semSegredos }).slice(0, 4)).toEqual([
    'feito',
    'feito',
    'falta',
    'falta',
  ])
})

test('the address is done once Meta confirms it: its first webhook needs the next step', () => {
  const novo = { ...conexao, webhook_recebido_em: null }
  expect(situacoes({ conexao: novo })[2]).toBe('feito')
  // Confirmed with an earlier token.
  const aperto_confirmado_em = '2026-11-24T12:40:00.000Z'
  expect(situacoes({ conexao: novo, preparo: { ...preparo, aperto_confirmado_em } })[2]).toBe('falta')
})

test('a refusal that anybody can cause is over once a webhook arrives', () => {
  const depois = { ...preparo, aperto_recusado_em: '2026-11-24T13:24:00.000Z' }
  expect(situacoes({ preparo: depois })[2]).toBe('falhou')
  const recebido = { ...conexao, webhook_recebido_em: '2026-11-24T13:25:00.000Z' }
  expect(situacoes({ preparo: depois, conexao: recebido })[2]).toBe('feito')
})

test('a handshake refused after the last good one says when, and what to copy', () => {
  const [, , webhook] = passosDe({
    conexao,
    preparo: { ...preparo, aperto_recusado_em: '2026-11-24T13:24:00.000Z' },
    diagnostico,
    modelos,
    agora,
  })
  expect(webhook?.falhas[0]?.titulo).toBe('A Meta não conseguiu confirmar o endereço, hoje às 10:24')
  expect(situacoes({ preparo: { ...preparo, aperto_recusado_em: '2026-11-24T12:00:00.000Z' } })[2]).toBe('feito')
})

test('what the server finds wrong fails its step, and a rejected template its own', () => {
  const errado = diagnostico.map((um) => (um.codigo === 'permissoes' ? { ...um, situacao: 'errado' as const } : um))
  expect(situacoes({ diagnostico: errado })[0]).toBe('falhou')
  expect(situacoes({ modelos: [{ ...modelos[0], situacao: 'rejeitado' } as Modelo] })[4]).toBe('falhou')
})

test('what was refused before the secret was written anew is over', () => {
  const segredos = (campo: 'app_secret' | 'verify_token') => ({
    ...preparo.segredos,
    [campo]: { gravado: true, em: '2026-11-24T13:26:00.000Z' },
  })
  const assinatura_recusada_em = '2026-11-24T13:25:00.000Z'
  expect(situacoes({ preparo: { ...preparo, assinatura_recusada_em } })[3]).toBe('falhou')
  expect(situacoes({ preparo: { ...preparo, assinatura_recusada_em, segredos: segredos('app_secret') } })[3]).toBe(
    'feito',
  )
  const aperto_recusado_em = '2026-11-24T13:25:00.000Z'
  expect(situacoes({ preparo: { ...preparo, aperto_recusado_em, segredos: segredos('verify_token') } })[2]).toBe(
    'feito',
  )
})
