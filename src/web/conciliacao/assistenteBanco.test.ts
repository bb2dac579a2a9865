import { afterEach, expect, test, vi } from 'vitest'

const enviarAoBanco = vi.hoisted(() => vi.fn())
vi.mock('./conciliacao.api.ts', () => ({ enviarAoBanco }))
vi.mock('#web/api/sessao.ts', () => ({ sessaoAtual: () => ({ user: { id: 1 } }), aoMudarSessao: vi.fn() }))
vi.stubGlobal('window', new EventTarget())

const { aceitarMotivo, assistenteBanco, conferirBanco, gravarBanco } = await import('./assistenteBanco.ts')

const PENDENCIA = {
  arquivo: 'outra.ofx',
  motivo: 'outra_conta',
  mensagem: 'A conta 1234-3/56789-0 ainda não tinha aparecido.',
}
const lido = (novos: number, pendencias: object[]) => ({ novos, pendencias })

afterEach(() => assistenteBanco.recomecar())

test('what is accepted is counted before it is written, and may be taken back', async () => {
  enviarAoBanco.mockImplementation((_, { aceitar }) =>
    Promise.resolve(aceitar.includes('outra_conta') ? lido(8, []) : lido(0, [PENDENCIA])),
  )
  await conferirBanco([new File(['x'], 'outra.ofx')])
  expect(assistenteBanco.ler()).toMatchObject({ resultado: { novos: 0 }, pendencias: [PENDENCIA] })
  await aceitarMotivo('outra_conta', true)
  // The accepted reason is still listed, to be taken back.
  expect(assistenteBanco.ler()).toMatchObject({
    resultado: { novos: 8 },
    pendencias: [PENDENCIA],
    recontando: undefined,
  })
  expect(enviarAoBanco.mock.lastCall?.[1]).toEqual({ simular: true, aceitar: ['outra_conta'] })
  await aceitarMotivo('outra_conta', false)
  expect(assistenteBanco.ler().resultado).toMatchObject({ novos: 0 })
})

test('what could not be counted is not accepted, and says why', async () => {
  enviarAoBanco.mockResolvedValueOnce(lido(0, [PENDENCIA])).mockRejectedValueOnce(new Error('sem rede'))
  await conferirBanco([new File(['x'], 'outra.ofx')])
  await aceitarMotivo('outra_conta', true)
  const { aceitar, erro, resultado } = assistenteBanco.ler()
  expect([...aceitar, resultado?.novos]).toEqual([0])
  expect(erro).not.toBe('')
})

test('what only the network failed is kept to be sent again, and leaving asks first until it is written', async () => {
  const { ErroDaApi } = await import('#web/api/erro.ts')
  const arquivo = new File(['x'], 'extrato.ofx')
  const perguntaAoSair = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  enviarAoBanco.mockRejectedValueOnce(new ErroDaApi('Não é um extrato.', 422))
  await conferirBanco([arquivo])
  expect([assistenteBanco.ler().arquivo, perguntaAoSair()]).toEqual([undefined, false])
  enviarAoBanco.mockRejectedValueOnce(new ErroDaApi('Sem rede.'))
  await conferirBanco([arquivo])
  expect([assistenteBanco.ler().arquivo, perguntaAoSair()]).toEqual([arquivo, true])
  enviarAoBanco.mockResolvedValue(lido(8, []))
  await conferirBanco([arquivo])
  await gravarBanco()
  expect([assistenteBanco.ler().gravado, perguntaAoSair()]).toEqual([true, false])
})
