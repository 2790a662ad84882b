// Whether this browser is older than the pages can do with: then it is told so, and where the table can be seen all the same.
// In the language of 2009, for whatever comes; the modules beside it are in that of 2023.

(function () {
  "use strict";
  var root = document.documentElement;

  function older() {
    return !("noModule" in document.createElement("script")) || !("HTMLDialogElement" in window) || !HTMLDialogElement.prototype.showModal
      || !window.CSS || !CSS.supports("container-type", "size");
  }

  // A television shows what it can by itself, without being asked.
  function tell() {
    if (/[?&]tv(=|&|$)/.test(location.search)) location.replace("/?tv=plain&lang=" + root.lang);
    else root.setAttribute("data-old", "");
  }

  if (older()) tell();
  // What it cannot even read: the name of the error says so.
  window.addEventListener("error", function (event) { if (event.error && event.error.name === "SyntaxError" && /\/static\//.test(event.filename)) tell(); });
}());
