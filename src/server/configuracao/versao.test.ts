import { expect } from 'vitest'
import { MODELOS_PADRAO } from '#domain/modelos-padrao.ts'
import { test } from '#test/world.ts'

const base = '/api/admin/configuracoes'
const TEXTO = MODELOS_PADRAO.fora_do_horario.texto

const FERIADO = '2026-12-08'
const comNome = (nome: string) => ({ feriados: [FERIADO], nomes_feriados: { [FERIADO]: nome } })

type Lida = { versao: unknown }
const AJUSTES: [string, string, (lida: Lida) => object, object, object][] = [
  [`${base}/regua`, `${base}/regua`, (lida) => lida, { max_tentativas: 4 }, { max_tentativas: 5 }],
  [`${base}/regua`, `${base}/regua`, (lida) => lida, comNome('Padroeira'), comNome('Imaculada')],
  [
    `${base}/contato-legal`,
    `${base}/contato-legal`,
    () => ({}),
    { data: [], feriados: [] },
    { feriados: [{ dia: FERIADO }] },
  ],
  [
    `${base}/negociacao`,
    `${base}/negociacao`,
    () => ({}),
    { segundo_acordo_entrada: 41 },
    { segundo_acordo_entrada: 42 },
  ],
  [
    `${base}/mensagens/fora_do_horario`,
    `${base}/mensagens/templates`,
    () => ({}),
    { texto: `${TEXTO} Até já.` },
    { texto: `${TEXTO} Até logo.` },
  ],
]
test.for(AJUSTES)(
  'of two who save %s at once upon one version, the second is told that it changed',
  async ([url, onde, resto, uma, outra], { world }) => {
    const admin = await world.criarAdmin()
    const ler = async (): Promise<Lida> => {
      const lido = (await world.chamar(admin, 'GET', onde)).json()
      return url === onde ? lido : lido.fora_do_horario
    }
    const lida = await ler()
    const salvar = (mudanca: object, se_versao = lida.versao) =>
      world.chamar(admin, 'PUT', url, { ...resto(lida), ...mudanca, ...(se_versao !== null && { se_versao }) })
    const respostas = await Promise.all([salvar(uma), salvar(outra)])
    expect(respostas.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const [recusada] = respostas.filter(({ statusCode }) => statusCode === 409)
    expect(recusada?.json()).toEqual({
      codigo: 'versao_antiga',
      message: expect.stringMatching(/mud.*salve de novo\.$/),
    })
    const agora = await ler()
    expect(agora.versao).not.toEqual(lida.versao)
    expect((await salvar(outra, agora.versao)).statusCode).toBe(200)
    // Programs that know no version go on as they did.
    expect((await salvar(uma, null)).statusCode).toBe(200)
    // One's own, sent again after its answer was lost, is no change.
    const entradas = () => world.db.selectFrom('log').select('id').where('acao', 'not like', 'sessao.%').execute()
    const antes = await entradas()
    expect((await salvar(uma)).statusCode).toBe(200)
    expect(await entradas()).toEqual(antes)
    const salva = await ler()
    expect((await salvar(outra)).statusCode).toBe(409)
    expect(await ler()).toEqual(salva)
  },
)
