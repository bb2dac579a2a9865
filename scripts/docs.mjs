// Checks that every path in backticks and every link in the docs exists, and has the name said to be in it. Superseded decisions are skipped.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { RAIZ } from './preparar.mjs'

const PASTAS = ['src', 'test', 'e2e', 'bench', 'scripts', 'docs']
const CAMINHO = /`(?<caminho>[\w./-]+\.(?:tsx?|mjs|css|html|sql|md))`/g
/** A name and where it is: `gravar` (`src/server/clientes/status.actions.ts`). */
const NOME_EM = /`(?<nome>\w+)`\s\(`(?<caminho>[\w./-]+\.(?:tsx?|mjs|css|sql))`/g
const LIGACAO = /\]\((?<caminho>[^)#:\s]+)(?:#[^)]*)?\)/g

/** One sentence per path that does not exist. A path may begin at any folder: `domain/conta.ts`, `thread.css`. */
export function problemasDosDocumentos() {
  const arquivos = PASTAS.flatMap((pasta) => dentroDe(join(RAIZ, pasta)))
  const todos = [...arquivos, ...readdirSync(RAIZ)].map((caminho) => `/${caminho.split(sep).join('/')}`)
  const paginas = [...arquivos.filter((um) => /^docs.*\.md$/.test(um)), 'README.md', 'README.pt-BR.md', 'SECURITY.md']
  return paginas.flatMap((pagina) => {
    const texto = readFileSync(join(RAIZ, pagina), 'utf8')
    if (/^_Superseded by /m.test(texto)) return []
    const nomeados = [...texto.matchAll(CAMINHO)].map(({ groups }) => groups.caminho)
    const ligados = [...texto.matchAll(LIGACAO)].map(({ groups }) => groups.caminho)
    const perdidos = [...texto.matchAll(NOME_EM)].filter(({ groups: { nome, caminho } }) =>
      todos.every((um) => !um.endsWith(`/${caminho}`) || !temNome(um, nome)),
    )
    return [
      ...perdidos.map(({ groups: { nome, caminho } }) => `${pagina}: ${caminho} não tem ${nome}`),
      ...[
        ...nomeados.filter((nome) => !todos.some((um) => um.endsWith(`/${nome}`))),
        ...ligados.filter((nome) => !existsSync(resolve(RAIZ, dirname(pagina), nome))),
      ].map((nome) => `${pagina}: ${nome} não existe`),
    ]
  })
}

const temNome = (caminho, nome) => new RegExp(`\\b${nome}\\b`).test(readFileSync(join(RAIZ, caminho), 'utf8'))

const dentroDe = (pasta) =>
  readdirSync(pasta, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => relative(RAIZ, join(item.parentPath ?? item.path, item.name)))
