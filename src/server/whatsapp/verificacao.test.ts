import { expect, test } from 'vitest'
import { comOQueSeSabia, type Situacao } from './verificacao.actions.ts'

const SABIDA: Situacao = {
  phoneNumberId: '300',
  numero: '+55 11 4000-0100',
  nomeVerificado: 'Empresa',
  qualidade: 'GREEN',
  limite: 'TIER_1K',
  vazao: 'STANDARD',
  estado: 'desconectado',
  erro: { codigo: 'sem_conexao', mensagem: 'Não foi possível falar com a Meta.' },
  passa: true,
}
const semNada = { numero: null, nomeVerificado: null, qualidade: null, limite: null, vazao: null }
const bloqueado = { ...semNada, phoneNumberId: '300', estado: 'erro', erro: { codigo: '1', mensagem: 'x' } } as const

test('an answer without the number keeps what was known of it, not that its check is to be made again', () => {
  expect(comOQueSeSabia(bloqueado, SABIDA)).toEqual({
    ...SABIDA,
    ...{ estado: 'erro', erro: bloqueado.erro },
    passa: undefined,
  })
  expect(comOQueSeSabia({ ...bloqueado, phoneNumberId: '999' }, SABIDA)).toEqual({ ...bloqueado, phoneNumberId: '999' })
})
