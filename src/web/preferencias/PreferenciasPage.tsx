import { ListaDeFrases } from '#web/frases/ListaDeFrases.tsx'
import { LigarTeclas } from '#web/shell/TeclasDialog.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ComoAvisar } from './ComoAvisar.tsx'

/** One's own phrases, notifications and keyboard. */
export const PreferenciasPage = () => (
  <Page largura={960}>
    <div className="stack gap-16">
      <ListaDeFrases deQuem="minhas" />
      <ComoAvisar />
      <section className="cartao folgado stack gap-12" aria-label="Teclado">
        <h2 className="titulo">Teclado</h2>
        <LigarTeclas />
      </section>
    </div>
  </Page>
)
