// Measures the JavaScript a browser downloads (brotli): for the sign-in page, and for any screen after it. Fails over the budget.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { RAIZ } from './preparar.mjs'

const LIMITE_ENTRADA_KB = 100
const LIMITE_TELA_KB = 70
/** The screens where people start the day, also on a phone. */
const LIMITE_DASHBOARD_KB = 47
const CONSTRUIDA = join(RAIZ, 'build')
const ENTRADA = 'entrar.html'
/** The page that names the application's entry scripts. */
const APLICACAO = 'index.html'
/**
 * What the sign-in page fetches, without running it, while the user types (src/web/sessao/buscarAplicacao.ts). The rest of the
 * application's entry counts for the screens.
 */
const BIBLIOTECA = /\/lib-[\w-]+\.js$/
/** What a screen fetches as soon as it opens, in its larger layout. */
const JUNTO = {
  'configuracao/AdminMensagensPage.tsx': ['cobranca/ReguaPainel.tsx'],
  'whatsapp/AdminWhatsappPage.tsx': ['whatsapp/PassosDaConta.tsx'],
  'mesa/AguardandoPage.tsx': ['mesa/paineis.tsx'],
  'mesa/AtivosPage.tsx': ['mesa/MesaDaLista.tsx', 'mesa/paineis.tsx'],
  'mesa/ConcluidosPage.tsx': ['mesa/MesaDaLista.tsx', 'mesa/paineis.tsx'],
}

/** Sizes by screen, in kB. */
export function medirJavaScript() {
  const manifesto = JSON.parse(readFileSync(join(CONSTRUIDA, 'manifest.json'), 'utf8'))
  const fecho = (nomes, vistos = new Set()) => {
    for (const nome of nomes) {
      if (vistos.has(nome)) continue
      vistos.add(nome)
      fecho(manifesto[nome].imports ?? [], vistos)
    }
    return vistos
  }
  const kb = (nomes) =>
    [...nomes]
      .map((nome) => manifesto[nome].file)
      .filter((arquivo) => arquivo.endsWith('.js'))
      .reduce((soma, arquivo) => soma + statSync(join(CONSTRUIDA, `${arquivo}.br`)).size, 0) / 1000
  const pagina = readFileSync(join(CONSTRUIDA, APLICACAO), 'utf8')
  const inicio = Object.keys(manifesto).filter((nome) =>
    pagina.includes(` crossorigin src="/build/${manifesto[nome].file}"`),
  )
  const bibliotecas = inicio.filter((nome) => BIBLIOTECA.test(manifesto[nome].file))
  const entrada = new Set([...fecho([ENTRADA]), ...bibliotecas])
  const telas = Object.keys(manifesto).filter((nome) => /Page\.tsx$/.test(nome))
  return {
    entrada: kb(entrada),
    telas: telas.map((tela) => ({
      tela,
      kb: kb([...fecho([...inicio, tela, ...(JUNTO[tela] ?? [])])].filter((nome) => !entrada.has(nome))),
    })),
  }
}

const limiteDe = (tela) => (tela.startsWith('dashboard/') ? LIMITE_DASHBOARD_KB : LIMITE_TELA_KB)

export function conferirOrcamento() {
  const { entrada, telas } = medirJavaScript()
  const linhas = [
    { nome: ENTRADA, kb: entrada, limite: LIMITE_ENTRADA_KB },
    ...telas.map(({ tela, kb }) => ({ nome: tela, kb, limite: limiteDe(tela) })),
  ].sort((a, b) => b.kb / b.limite - a.kb / a.limite)
  const acima = linhas.filter(({ kb, limite }) => kb > limite)
  for (const { nome, kb, limite } of linhas) {
    console.log(`${kb > limite ? '✘' : ' '} ${kb.toFixed(1).padStart(6)} kB de ${limite}  ${nome}`)
  }
  if (acima.length === 0) return console.log('✔ Orçamento de JavaScript (brotli)')
  console.error(`✘ Orçamento de JavaScript: ${acima.length} acima do limite`)
  process.exit(1)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) conferirOrcamento()
