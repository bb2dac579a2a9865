// Section 6: the worked examples of docs/integracao.md, as a person would run them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, Client, expect, status, until } from '../conformance/support.mjs'
import { semente } from './mundo.mjs'

const PASTA = join(import.meta.dirname, '..', '..', 'docs', 'exemplos')
const ESCOPOS = ['clientes:escrever', 'contas:ler', 'contas:escrever', 'pagamentos:escrever', 'eventos:ler']

export async function percorrer(mundo) {
  const { check, admin, base, hoje } = mundo
  const pedido = { nome: 'Exemplos', escopos: ESCOPOS }
  const { token } = status(await admin.post('/api/admin/tokens', pedido), 201).body
  const pasta = mkdtempSync(join(tmpdir(), 'cobranca-exemplos-'))
  const env = {
    COBRANCA: base,
    TOKEN: token,
    PAGO_EM: hoje,
    VENCIMENTO: addDays(hoje, 30),
    CURSOR: join(pasta, 'cursor.txt'),
  }
  const certo = (nome, comando, arquivo, dizer) =>
    check(`6 exemplo: ${nome}`, async () => {
      const { codigo, saida } = await rodar(comando, arquivo, env)
      expect(codigo === 0 && dizer.test(saida), `${dizer} and the end without an error`, { codigo, saida })
    })
  const python = (await rodar('python3', '--version', env)).codigo === 0 ? 'python3' : null
  if (!python) console.log('# sem python3 nesta máquina: os exemplos em Python não foram corridos')

  await certo('um cliente e uma conta', 'sh', '1-cliente-e-conta.sh', /"numero":"NF-7781"/)
  await certo('o mesmo de novo', 'sh', '1-cliente-e-conta.sh', /"numero":"NF-7781"/)
  await certo('um lote', 'sh', '2-lote.sh', /"status":201[\s\S]*"status":201[\s\S]*"status":200/)
  if (python) await certo('um pagamento', python, '3-pagamento.py', /Pagamento \d+: a conta NF-7781 está em_aberto/)
  if (python)
    await certo('o mesmo pagamento', python, '3-pagamento.py', /Pagamento \d+: a conta NF-7781 está em_aberto/)
  await certo('o que mudou', process.execPath, '4-eventos.mjs', /cliente\.mudou \{/)
  if (python) await receber(mundo, python, { ...env, TOLERANCIA: '0' })
  rmSync(pasta, { recursive: true, force: true })
}

/** The path of an example file, or an argument of the program itself. */
function rodar(comando, arquivo, env) {
  const processo = spawn(comando, [arquivo.startsWith('-') ? arquivo : join(PASTA, arquivo)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let saida = ''
  for (const fluxo of [processo.stdout, processo.stderr]) fluxo.on('data', (parte) => (saida += parte))
  return new Promise((pronto) => {
    processo.once('error', () => pronto({ codigo: -1, saida }))
    processo.once('close', (codigo) => pronto({ codigo, saida }))
  })
}

/** A receiver in another process: it gets a change, and says so only if our signature is valid. */
async function receber({ check, admin, base, receptor: porta }, python, env) {
  await check('6 exemplo: um receptor que confere a assinatura', async () => {
    const webhook = { url: `http://127.0.0.1:${porta}/`, eventos: ['cliente.mudou'] }
    const { id, segredo } = status(await admin.post('/api/admin/webhooks', webhook), 201).body
    const processo = spawn(python, [join(PASTA, '5-receber-avisos.py')], {
      env: { ...process.env, ...env, SEGREDO: segredo, PORTA: String(porta) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let saida = ''
    processo.stdout.on('data', (parte) => (saida += parte))
    try {
      await until(async () => saida.includes('ouvindo'))
      const programa = new Client(base, env.TOKEN)
      status(await programa.put('/api/integracao/clientes/ERP-1042', { nome: `Padaria ${semente}` }), 200)
      expect(await until(async () => saida.includes('cliente.mudou')), 'the notice, with a signature that holds', saida)
    } finally {
      processo.kill()
      await once(processo, 'close')
      await admin.delete(`/api/admin/webhooks/${id}`)
    }
  })
}
