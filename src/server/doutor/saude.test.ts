import { expect } from 'vitest'
import { buildApp } from '#server/app.ts'
import { anotarComeco, anotarEnsaio, anotarFim } from '#server/copia/anotar.actions.ts'
import { test, type World } from '#test/world.ts'

const COPIA = '/copias/cobranca-2026-11-24T05-30-00Z.tar.cifrado'

async function ver(world: World) {
  const admin = await world.criarAdmin()
  return (await world.chamar(admin, 'GET', '/api/admin/saude')).json()
}

/** The findings of one check, in their order. */
const doExame = (achados: { exame: string; situacao: string; frase: string }[], qual: string) =>
  achados.filter(({ exame }) => exame === qual).map(({ situacao, frase }) => `${situacao}: ${frase}`)

test('an administrator sees the last copy, whether one was ever restored, and what the doctor finds', async ({
  world,
}) => {
  world.servicos.operacao.copia = {
    pasta: '/copias',
    senha: 'uma chave',
    hora: '02:30',
    guarda: { quantas: 7, dias: 30 },
  }
  const agora = world.relogio.agora()
  await anotarFim(world.db, await anotarComeco(world.db, agora, true), { arquivo: COPIA, bytes: 352_000_000 })
  const { achados, copias, examinado_em } = await ver(world)
  expect(examinado_em).toBe(agora.toISOString())
  expect(copias).toEqual({
    pasta: '/copias',
    hora: '02:30',
    cifrada: true,
    guarda: { quantas: 7, dias: 30 },
    ultima: { em: agora.toISOString(), bytes: 352_000_000, arquivo: COPIA },
    erro: null,
    ensaio: null,
  })
  expect(doExame(achados, 'copias')).toEqual([
    `bem: A última cópia de segurança é de 24/11/2026 (352 MB, em ${COPIA}).`,
    expect.stringMatching(/^atencao: Ninguém experimentou ainda restaurar uma cópia/),
    'bem: A cópia da noite vai para /copias.',
  ])
  // Nothing listens where the mail should go, and no account of Meta's is there to compare clocks with.
  expect(doExame(achados, 'correio')).toEqual([expect.stringMatching(/^mal: /)])
  expect(JSON.stringify(achados)).not.toContain('uma chave')
  const ana = await world.criarOperador()
  expect((await world.chamar(ana, 'GET', '/api/admin/saude')).statusCode).toBe(403)
})

test('the exam is dated as the rest of the screens are, in a demonstration too', async ({ world }) => {
  world.relogio.deFora = () => new Date('2020-01-02T03:04:05.000Z')
  expect((await ver(world)).examinado_em).toBe(world.relogio.agora().toISOString())
})

test('a trial of a restore is told until it is three months old, and one that failed at once', async ({ world }) => {
  const agora = world.relogio.agora()
  await anotarFim(world.db, await anotarComeco(world.db, agora, false), { arquivo: COPIA, bytes: 9 })
  const ensaiar = (desfecho: { linhas: number } | { erro: string }) =>
    anotarEnsaio(world.db, { em: world.relogio.agora(), arquivo: COPIA, copiaDe: agora.toISOString(), desfecho })
  const dita = async () => {
    const app = await buildApp(world.servicos) // another node, which has looked at nothing yet
    const { token } = await world.criarAdmin()
    const { achados } = (
      await app.inject({ url: '/api/admin/saude', headers: { authorization: `Bearer ${token}` } })
    ).json()
    const { body } = await app.inject({ url: '/metrics' })
    await app.close()
    return { frase: doExame(achados, 'copias')[1], body }
  }
  await ensaiar({ linhas: 12 })
  const bem = await dita()
  expect(bem.frase).toMatch(/^bem: .*ensaiada em 24\/11\/2026, e deu certo/)
  expect(bem.body).toContain(`cobranca_copia_ultima_segundos ${agora.getTime() / 1000}`)
  expect(bem.body).toContain('cobranca_copia_ultima_bytes 9')
  expect(bem.body).toContain('cobranca_copia_falhou 0')
  expect(bem.body).toContain('cobranca_copia_ensaio_falhou 0')
  expect(bem.body).toContain('cobranca_exame_achados{exame="banco",situacao="mal"} 0')
  world.relogio.passar({ dias: 91 })
  expect((await dita()).frase).toMatch(/^atencao: Faz mais de três meses/)
  await ensaiar({ erro: 'A cópia está incompleta.' })
  const mal = await dita()
  expect(mal.frase).toMatch(/^mal: A restauração ensaiada em 23\/02\/2027 falhou: A cópia está incompleta\./)
  expect(mal.body).toContain('cobranca_copia_ensaio_falhou 1')
  await anotarFim(world.db, await anotarComeco(world.db, world.relogio.agora(), false), { erro: 'Disco cheio.' })
  expect((await dita()).body).toContain('cobranca_copia_falhou 1')
})
