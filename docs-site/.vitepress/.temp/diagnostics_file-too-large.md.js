import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"file-too-large","description":"","frontmatter":{},"headers":[],"relativePath":"diagnostics/file-too-large.md","filePath":"diagnostics/file-too-large.md"}');
const _sfc_main = { name: "diagnostics/file-too-large.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="file-too-large" tabindex="-1">file-too-large <a class="header-anchor" href="#file-too-large" aria-label="Permalink to &quot;file-too-large&quot;">​</a></h1><p>A specification file is larger than 256 KiB.</p><p>A file of <code>endpoints/</code> may have 256 KiB. An endpoint is a few kilobytes; the largest data set of a hundred columns is not ten. A larger file is almost always some other file under the wrong name.</p><p>Specifications come from anybody who can open a pull request. This limit and those on depth and number of values bound the time and memory of a run, for any file.</p><p>The file is not read any further, so the message points at its first character.</p><p>An endpoint that grows this large answers several questions; give each its own file. Move long descriptions to a document that <code>description</code> links to.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("diagnostics/file-too-large.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const fileTooLarge = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  fileTooLarge as default
};
