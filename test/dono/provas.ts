import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pausar } from 'node:timers/promises'
import { esperar } from '../ilhas/programa.ts'
import { exigir } from './exigir.ts'
import type { Maquina } from './maquina.ts'
import type { Navegador } from './telas.ts'

export async function criarToken(navegador: Navegador): Promise<string> {
  const { pagina } = navegador
  await navegador.abrirTela('/admin/integracoes', 'Integrações')
  await navegador.botao('Novo token').click()
  await pagina.getByLabel('Programa').fill('ERP da padaria')
  for (const poder of await pagina.getByRole('dialog').getByRole('checkbox').all()) await poder.check()
  await navegador.botao('Criar token').click()
  const token = await pagina.locator('code.segredo').textContent()
  await navegador.foto('token')
  await navegador.botao('Já guardei').click()
  exigir(token, 'o token não foi mostrado')
  return token
}

/** The worked examples of docs/integracao.md, run exactly as written. */
const comToken = (maquina: Maquina, token: string, comando: string) =>
  maquina.shell(comando, { COBRANCA: maquina.url, TOKEN: token })

export async function escreverPeloPrograma(maquina: Maquina, token: string) {
  await comToken(maquina, token, 'sh docs/exemplos/1-cliente-e-conta.sh')
  const dito = await comToken(maquina, token, 'python3 docs/exemplos/3-pagamento.py')
  exigir(/Pagamento \d+: a conta NF-7781/.test(dito), 'o pagamento não foi registrado', dito)
}

/** Running them again changes nothing: existing records are recognised, and the payment exists once. */
export async function conferirPrograma(maquina: Maquina, token: string) {
  await escreverPeloPrograma(maquina, token)
  const conta = await comToken(
    maquina,
    token,
    'curl --silent --fail-with-body --header "Authorization: Bearer $TOKEN" "$COBRANCA/api/integracao/contas/NF-7781?cliente=ERP-1042"',
  )
  exigir(JSON.parse(conta).valor_pago === 250.9, 'o pagamento não está lá uma vez', conta)
}

export async function esperarSelo(navegador: Navegador) {
  await esperar('o log está selado', async () => {
    await navegador.abrirTela('/admin/logs', 'Logs do Sistema')
    return navegador.pagina.getByRole('button', { name: /^Selado até/ }).isVisible()
  })
  await navegador.foto('log-selado')
}

export interface Dossie {
  corrente: { de: number; ate: number; anterior: string; hash: string; resumos: string[] }
  registros: { acao: string; selo: number | null }[]
}

/** From the customer's menu; types the password when asked again. */
async function baixarDossie(navegador: Navegador, caminho: string): Promise<Dossie> {
  const { pagina } = navegador
  await navegador.abrirTela('/admin/clientes', 'Clientes')
  await pagina.getByText('Padaria Pão de Ouro Ltda').first().click()
  await pagina.getByRole('button', { name: 'Mais ações' }).click()
  const [baixado] = await Promise.all([
    pagina.waitForEvent('download'),
    pagina.getByRole('menuitem', { name: 'Dossiê para conferir (JSON)' }).click(),
  ])
  await baixado.saveAs(caminho)
  return JSON.parse(readFileSync(caminho, 'utf8'))
}

/** Waits until its log entries are sealed, which takes up to a minute. */
export async function baixarDossieSelado(navegador: Navegador, caminho: string): Promise<Dossie> {
  let dossie = await baixarDossie(navegador, caminho)
  while (dossie.corrente.ate === 0) {
    await pausar(10_000)
    dossie = await baixarDossie(navegador, caminho)
  }
  return dossie
}

/** As docs/operacao.md and the dossier itself say: the doctor checks the whole log, and a stranger's Python the dossier. */
export async function conferirSelos(maquina: Maquina, navegador: Navegador, guardado: Dossie, pasta: string) {
  const laudo = await maquina.shell('npm run --silent doctor')
  exigir(/selos do log conferem/.test(laudo), 'o doutor não acha os selos em ordem', laudo)
  const [arquivo, programa] = [join(pasta, 'depois.json'), join(pasta, 'conferir.py')]
  const { corrente, registros } = await baixarDossie(navegador, arquivo)
  // Only the entry of a dossier taken less than a minute ago may still be unsealed.
  const semSelo = registros.filter(({ selo }) => selo === null)
  exigir(
    semSelo.every(({ acao }) => acao === 'cliente.exportar_dossie'),
    'há registros sem selo',
    JSON.stringify(semSelo),
  )
  writeFileSync(programa, JSON.parse(readFileSync(arquivo, 'utf8')).programa_de_conferencia)
  const dito = execFileSync('python3', [programa, arquivo], { encoding: 'utf8' })
  const bom = semSelo.length === 0 ? 'Tudo confere.' : 'Confere o que tem selo.'
  exigir(dito.startsWith(bom), 'o dossiê não confere', dito)
  // The seal saved outside is in today's chain, at its number.
  let hash = corrente.anterior
  for (const resumo of corrente.resumos.slice(0, guardado.corrente.ate - corrente.de + 1))
    hash = createHash('sha256').update(`${hash}\n${resumo}`).digest('hex')
  exigir(hash === guardado.corrente.hash, `o selo ${guardado.corrente.ate}, guardado antes, não é o de agora`)
}
