import type { Browser, Page } from 'playwright-core'
import { fotografar, novaPagina } from '../../e2e/navegador.ts'
import type { Celular } from './celular.ts'

export interface Conta {
  email: string
  senha: string
}

/** A person's browser; what they come to see is saved as screenshots. */
export class Navegador {
  readonly pagina: Page
  static #fotos = 0

  private constructor(pagina: Page) {
    this.pagina = pagina
  }

  static async abrir(chromium: Browser, url: string, problemas: string[]): Promise<Navegador> {
    const contexto = await chromium.newContext({
      baseURL: url,
      viewport: { width: 1440, height: 900 },
      locale: 'pt-BR',
    })
    return new Navegador(await novaPagina(contexto, problemas))
  }

  async entrar({ email, senha }: Conta, celular?: Celular) {
    await this.pagina.goto('/login')
    await this.pagina.getByLabel('E-mail').fill(email)
    await this.pagina.getByLabel('Senha', { exact: true }).fill(senha)
    await this.pagina.getByRole('button', { name: 'Entrar' }).click()
    if (celular) {
      await this.pagina.getByLabel('Código').fill(await celular.codigo())
      await this.pagina.getByRole('button', { name: 'Entrar' }).click()
    }
    await this.pagina.waitForURL(/\/admin\//)
  }

  async abrirTela(caminho: string, titulo: string) {
    await this.pagina.goto(caminho)
    await this.pagina.getByRole('heading', { level: 1, name: titulo }).waitFor()
  }

  botao = (nome: string) => this.pagina.getByRole('button', { name: nome, exact: true })

  /** Waits until a person sees this, and takes a screenshot. */
  async ver(texto: string | RegExp, foto: string) {
    await this.pagina.getByText(texto).first().waitFor()
    await this.foto(foto)
  }

  async foto(nome: string) {
    await this.pagina.locator('main *').first().waitFor({ state: 'attached' })
    await this.pagina.locator('main .skeleton').first().waitFor({ state: 'detached' })
    Navegador.#fotos += 1
    await fotografar(this.pagina, `dono-${String(Navegador.#fotos).padStart(2, '0')}-${nome}`)
  }

  async fechar() {
    await this.pagina.context().close()
  }
}
