import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"unknown-template","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/unknown-template.md","filePath":"diagnostics/unknown-template.md"}');
const _sfc_main = { name: "diagnostics/unknown-template.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="unknown-template" tabindex="-1">unknown-template <a class="header-anchor" href="#unknown-template" aria-label="Permalink to &quot;unknown-template&quot;">​</a></h1><p>A file in <code>templates/</code> that replaces no template.</p><p>Generated clients contain files that do not depend on the endpoints: a runtime, the description of a package. A file with the same path in the project&#39;s own <code>templates/</code> replaces one of them. Here, a file in the folder of a client&#39;s language, such as <code>templates/python</code>, replaces no template, so it would never be used. Other files in <code>templates/</code>, and hidden files, are ignored.</p><p>The message points at the beginning of the file and names the nearest template. Rename the file, or move it to another folder.</p><p>The templates are those in the package: <code>node_modules/quern/templates</code>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/unknown-template.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const unknownTemplate = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  unknownTemplate as default
};
